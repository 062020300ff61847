(declaration name: (name) @name) @definition.class
(alias_item name: (name) @name) @definition.class

(declaration design: (name) @name) @reference.class
(declaration design: (path name: (name) @name)) @reference.class
(declaration base: (name) @name) @reference.class
(declaration base: (path name: (name) @name)) @reference.class
(alias_item target: (name) @name) @reference.class
(alias_item target: (path name: (name) @name)) @reference.class
(patch_item target: (name) @name) @reference.class
(patch_item target: (path name: (name) @name)) @reference.class
(call function: (name) @name) @reference.call
