[
  (block)
  (long_text)
  (list)
  (arguments)
] @fold
