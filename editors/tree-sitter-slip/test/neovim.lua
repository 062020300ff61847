-- Every file that was given is parsed in Neovim without a mistake, and the highlight query finds its colours in it.
local failed = {}
local coloured = 0
local query = (vim.treesitter.query and vim.treesitter.query.get or vim.treesitter.get_query)('slip', 'highlights')

for _, path in ipairs(vim.fn.argv()) do
  vim.cmd('edit ' .. vim.fn.fnameescape(path))
  local root = vim.treesitter.get_parser(0, 'slip'):parse()[1]:root()
  local before = coloured
  for _ in query:iter_captures(root, 0, 0, -1) do
    coloured = coloured + 1
  end
  if root:has_error() or coloured == before then
    table.insert(failed, path)
  end
end

print(coloured .. ' words coloured in ' .. #vim.fn.argv() .. ' files\n')
if #failed > 0 or coloured == 0 then
  print('failed: ' .. table.concat(failed, ', ') .. '\n')
  vim.cmd('cquit')
end
vim.cmd('qall!')
