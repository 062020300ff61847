; No two patterns give the same node a colour, so that it does not matter which of two an editor prefers.

(comment) @comment
(doc_comment) @comment.documentation

; ------------------------------------------------------------------------------------------------------------- items
["use" "alias" "for" "patch" "test" "from"] @keyword

(declaration kind: (name) @keyword)
(declaration name: (name) @type)
(declaration title: (text) @string.special)
(declaration design: (name) @type)
(declaration design: (path (name) @type))
(declaration base: (name) @type)
(declaration base: (path (name) @type))

(use_item kind: (name) @keyword)
(use_item package: (name) @module)
(use_item name: (name) @type)
(alias_item kind: (name) @keyword)
(alias_item name: (name) @type)
(alias_item target: (name) @type)
(alias_item target: (path (name) @type))
(patch_item kind: (name) @keyword)
(patch_item target: (name) @type)
(patch_item target: (path (name) @type))
(test_item title: (text) @string.special)

(parameter name: (name) @variable.parameter)
(parameter type: (name) @type)

; ----------------------------------------------------------------------------------------------------------- entries
(entry key: (name) @property)
(entry key: (rank) @number)
(entry key: (rank_range) @number)
(judged_entry key: (name) @keyword)
(effect_entry key: (name) @keyword)

; Words that tie the sentence of an effect together; the others are names of content.
((effect_entry (name) @keyword)
  (#any-of? @keyword
    "after" "against" "aspect" "at" "before" "by" "can" "cannot" "each" "except" "for" "from" "has" "in" "instead"
    "into" "is" "least" "may" "most" "must" "needs" "never" "of" "on" "once" "only" "or" "out" "per" "times" "to" "too"
    "up" "use" "with" "within"))
((entry (name) @boolean) (#any-of? @boolean "yes" "no"))

["when" "else" "if" "then"] @keyword.conditional

; ------------------------------------------------------------------------------------------------------------ values
(call function: (name) @function)
(call function: (path (name) @function))
(phrase word: _ @keyword)

["and" "or" "not" "in" "is" "has" "of"] @keyword.operator
["==" "!=" "<" "<=" ">" ">=" ".." "*" "/" "|" "?"] @operator
(binary_expression operator: ["+" "-"] @operator)
(entry "+" @operator)
[(both_ways) (one_way) (list_sign) (sign)] @operator

[(integer) (percent) (dice) (border) (count)] @number
(tech) @constant
(code) @label

(entry (text) @string)
(effect_entry (text) @string)
(otherwise (text) @string)
(when (text) @string)
(judged_entry (text) @string)
(argument (text) @string)
(binary_expression (text) @string)
(not_expression (text) @string)
(if_expression (text) @string)
(phrase (text) @string)
(list (text) @string)
(group (text) @string)
(index (text) @string)
(signed (text) @string)
(range (text) @string)
(escape) @string.escape

["," ";" ":" "."] @punctuation.delimiter
["{" "}" "(" ")" "[" "]"] @punctuation.bracket
