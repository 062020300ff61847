[(block) (list) (arguments) (group)] @indent

["}" "]" ")"] @outdent
