(block "{" "}" @end) @indent
(list "[" "]" @end) @indent
(arguments "(" ")" @end) @indent
