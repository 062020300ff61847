; As nvim-treesitter names them.
[(block) (list) (arguments) (group)] @indent.begin

["}" "]" ")"] @indent.branch
(block "}" @indent.end)

[(long_text) (comment) (doc_comment)] @indent.ignore
