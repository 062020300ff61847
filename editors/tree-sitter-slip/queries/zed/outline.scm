(declaration kind: (name) @context name: (name) @name) @item
(alias_item "alias" @context name: (name) @name) @item
(patch_item "patch" @context target: (_) @name) @item
(test_item "test" @context title: (text) @name) @item

; What an item declares inside.
((entry key: (name) @context . (name) @name) @item
  (#any-of? @context "stat" "track" "stunt" "mode" "side"))
((entry key: (name) @context . (call function: (name) @name)) @item
  (#eq? @context "stunt"))
