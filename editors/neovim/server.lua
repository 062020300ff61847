-- In Neovim: a file with a mistake is opened, the server says so, its edit mends it, and then nothing is said.
--
--   SLIPYARD=…/slipyard nvim --headless -u NONE -l server.lua      (or -c 'luafile server.lua')
local program = os.getenv('SLIPYARD') or 'slipyard'
local folder = vim.fn.tempname()
vim.fn.mkdir(folder, 'p')
vim.fn.writefile({ '[package]', 'name = "yard"', 'version = "0.1.0"' }, folder .. '/slipyard.toml')
vim.fn.writefile({ 'weapon gaff "Gaff" : close_combat { tech T0; hram 1; range 0..1 }' }, folder .. '/guns.slip')

local function fail(why)
  io.stderr:write('failed: ' .. why .. '\n')
  vim.cmd('cquit')
end

local function wait(what, holds)
  if not vim.wait(60000, holds, 20) then
    fail('no ' .. what)
  end
end

vim.o.hidden = true
vim.cmd('edit ' .. vim.fn.fnameescape(folder .. '/guns.slip'))
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({ name = 'slipyard', cmd = { program, 'lsp' }, root_dir = folder })
if not id then
  fail('the server does not start')
end
vim.lsp.buf_attach_client(buffer, id)

local function misspelt()
  for _, found in ipairs(vim.diagnostic.get(buffer)) do
    if found.code == 'unknown-key' then
      return found
    end
  end
end

wait('finding', misspelt)
local found = misspelt()
print('found at line ' .. (found.lnum + 1) .. ', column ' .. (found.col + 1) .. ': ' .. found.message .. '\n')

local range = { start = { line = found.lnum, character = found.col }, ['end'] = { line = found.end_lnum, character = found.end_col } }
local context = { diagnostics = { found.user_data and found.user_data.lsp and vim.tbl_extend('keep', found.user_data.lsp, { range = range, message = found.message }) or { range = range, message = found.message, code = found.code } } }
local asked = { textDocument = { uri = vim.uri_from_bufnr(buffer) }, range = range, context = context }
local answers = vim.lsp.buf_request_sync(buffer, 'textDocument/codeAction', asked, 10000) or {}
local client = vim.lsp.get_client_by_id(id)
local mended = false
for _, answer in pairs(answers) do
  for _, action in ipairs(answer.result or {}) do
    if not mended and action.edit and action.title:find('harm', 1, true) then
      vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
      print('mended: ' .. action.title .. '\n')
      mended = true
    end
  end
end
if not mended then
  fail('no edit that mends it: ' .. vim.inspect(answers))
end
wait('text that is mended', function()
  return vim.api.nvim_buf_get_lines(buffer, 0, 1, false)[1]:find('harm 1', 1, true) and not misspelt()
end)
print('the mended text has no such finding\n')

local hover = vim.lsp.buf_request_sync(buffer, 'textDocument/hover', { textDocument = asked.textDocument, position = { line = 0, character = 8 } }, 10000) or {}
local sheet = false
for _, answer in pairs(hover) do
  sheet = sheet or (answer.result and vim.inspect(answer.result):find('Gaff', 1, true) ~= nil)
end
if not sheet then
  fail('no sheet under the cursor: ' .. vim.inspect(hover))
end
vim.lsp.stop_client(id)
wait('end', function()
  return vim.lsp.client_is_stopped(id)
end)
vim.cmd('qall!')
