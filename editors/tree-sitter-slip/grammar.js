/**
 * The grammar of Slip for editors. The language's own grammar is `grammar/slip.pest`; what stands here says the same
 * of every text without a mistake, and `tests/editors.rs` holds it to that.
 *
 * Line ends, signs and brackets that need a look at what stands around them are read by `src/scanner.c`.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const LETTERS = /[a-z][A-Za-z0-9_]*/;

/** `rule` once or more, with commas between. */
const listed = (rule) => seq(rule, repeat(seq(',', rule)));

/**
 * Rows of operands with operators between them, loosest first: `or`, `and`, `not`, comparisons (never chained), `..`,
 * `+ -`, `* /`, and where people and things have roles `is has of`. There are two such ladders, since a condition
 * knows more words than a value does.
 */
function rows(prefix, operand, roles) {
  const at = (name) => ($) => $[`_${prefix}_${name}`];
  const [row, plain, term, sum] = ['row', 'plain', 'term', 'sum'].map(at);
  const binary = ($, side, operator) => seq(field('left', side($)), field('operator', operator), field('right', side($)));
  return {
    [`_${prefix}_row`]: ($) => choice(
      alias(at('logic')($), $.binary_expression),
      alias(at('not')($), $.not_expression),
      plain($),
    ),
    [`_${prefix}_logic`]: ($) => choice(prec.left(1, binary($, row, 'or')), prec.left(2, binary($, row, 'and'))),
    [`_${prefix}_not`]: ($) => prec(3, seq('not', plain($))),
    [`_${prefix}_plain`]: ($) => choice(alias(at('comparison')($), $.binary_expression), term($)),
    [`_${prefix}_comparison`]: ($) => prec(4, binary($, term, choice('==', '!=', '<', '<=', '>', '>=', 'in'))),
    [`_${prefix}_term`]: ($) => choice(alias(at('range')($), $.range), sum($)),
    [`_${prefix}_range`]: ($) => prec(5, seq(field('from', sum($)), '..', field('to', sum($)))),
    [`_${prefix}_sum`]: ($) => choice(alias(at('arithmetic')($), $.binary_expression), operand($)),
    [`_${prefix}_arithmetic`]: ($) => choice(
      prec.left(6, binary($, sum, choice(alias($._plus, '+'), alias($._minus, '-')))),
      prec.left(7, binary($, sum, choice('*', '/'))),
      ...(roles ? [prec.left(8, binary($, sum, choice('is', 'has', 'of')))] : []),
    ),
  };
}

module.exports = grammar({
  name: 'slip',

  externals: ($) => [
    $._stop, // where an entry ends: a line end that does not go on, or in front of `;` and `}`
    $._item_end, // where an item without a block ends
    $.missing_close, // where a block ends that lacks its `}`
    '{',
    '}',
    $._text_start, // the quote before a text that has an end
    $.long_text,
    $.unclosed_text,
    $._lead, // `+` in front of a key
    $._list_sign, // `+` or `-` between a key and its values
    $._plus,
    $._minus,
    $._sign, // what touches its number
    $._gap, // the blank between two values
    $._flat_gap, // the same in an effect, where every word but `when` and `else` is a word of the sentence
    $._error_sentinel,
  ],

  extras: ($) => [/[ \t\r\n]/, $.comment, $.doc_comment],

  word: ($) => $.name,

  supertypes: ($) => [$.item],

  rules: {
    source_file: ($) => repeat($.item),

    comment: () => token(/\/\/(\r*[^\r\n])*/),
    doc_comment: () => token(prec(1, /\/\/\/(\r*[^\/\r\n](\r*[^\r\n])*)?/)),

    // ------------------------------------------------------------------------------------------------------- items
    item: ($) => choice($.declaration, $.use_item, $.alias_item, $.patch_item, $.test_item),

    declaration: ($) => seq(
      field('kind', $.name),
      field('name', $.name),
      field('parameters', optional(alias($._parameters, $.parameters))),
      field('title', optional($.text)),
      optional(seq(':', field('design', $._path))),
      optional(seq('from', field('base', $._path))),
      choice(field('block', $.block), $._item_end),
    ),

    use_item: ($) => seq(
      'use',
      field('kind', optional($.name)),
      field('package', $.name),
      optional(seq(token.immediate('.'), choice(
        field('name', alias($._touching_name, $.name)),
        seq(alias(token.immediate('{'), '{'), listed(field('name', $.name)), optional(','), '}'),
      ))),
      $._item_end,
    ),

    alias_item: ($) => seq(
      'alias',
      field('kind', optional($.name)),
      field('name', $.name),
      'for',
      field('target', $._path),
      $._item_end,
    ),

    patch_item: ($) => seq('patch', field('kind', optional($.name)), field('target', $._path), field('block', $.block)),

    test_item: ($) => seq('test', field('title', $.text), field('block', $.block)),

    // ----------------------------------------------------------------------------------------------------- entries
    block: ($) => seq('{', repeat(choice($._entry, ';')), choice('}', $.missing_close)),

    _entry: ($) => choice($.entry, $.effect_entry, $.judged_entry),

    entry: ($) => seq(
      optional(alias($._lead, '+')),
      field('key', choice($.name, $.rank, $.rank_range)),
      optional(field('sign', alias($._list_sign, $.list_sign))),
      optional(seq($._gap, $._value, repeat(seq(choice(',', $._gap), $._value)))),
      $._tail,
    ),

    /// A sentence: a flat row of words, numbers, texts and bracketed formulas.
    effect_entry: ($) => seq(
      field('key', alias('effect', $.name)),
      optional(seq($._flat_gap, $._flat, repeat(seq(choice(',', $._flat_gap), $._flat)))),
      $._tail,
    ),

    /// The operand is a condition from its first word on.
    judged_entry: ($) => seq(
      field('key', choice(alias('require', $.name), alias('advise', $.name))),
      field('judged', $._condition),
      $._tail,
    ),

    _tail: ($) => seq(
      field('condition', optional($.when)),
      field('otherwise', optional($.otherwise)),
      field('block', optional($.block)),
      $._stop,
    ),

    when: ($) => seq('when', $._condition),
    otherwise: ($) => seq('else', $.text),

    /// `3 gunnery`, `1..3 ridge_cat`, `-4 "Nothing"`.
    rank: () => token(/-?[0-9][0-9_]*/),
    rank_range: () => token(/-?[0-9][0-9_]*\.\.-?[0-9][0-9_]*/),

    _flat: ($) => choice($._flat_side, alias($._flat_range, $.range)),
    _flat_range: ($) => seq(field('from', $._flat_side), '..', field('to', $._flat_side)),
    _flat_side: ($) => choice(alias($._flat_signed, $.signed), $._flat_operand),
    _flat_signed: ($) => seq(field('sign', alias($._sign, $.sign)), $._flat_operand),
    _flat_operand: ($) => choice($._path, $.count, alias($._flat_call, $.call), $._number, $.text, $.group),
    _flat_call: ($) => seq(field('function', $._path), field('arguments', $.arguments)),

    // ----------------------------------------------------------------------------------------------------- values
    _value: ($) => choice($.both_ways, $.one_way, $._expression),
    both_ways: () => '--',
    one_way: () => '->',

    _expression: ($) => choice($.if_expression, $._value_row),
    _condition: ($) => choice($.if_expression, $._condition_row),

    ...rows('value', ($) => $._operand, false),
    ...rows('condition', ($) => $._condition_operand, true),

    if_expression: ($) => seq(
      'if', field('test', $._condition_row), 'then', field('then', $._value_row),
      repeat(seq('else', 'if', field('test', $._condition_row), 'then', field('then', $._value_row))),
      'else', field('else', $._value_row),
    ),

    _operand: ($) => choice(alias($._signed, $.signed), $._primary),
    _signed: ($) => seq(field('sign', alias($._sign, $.sign)), $._primary),
    _primary: ($) => choice($._word, $.call, $.index, $._number, $.text, $.list, $.group),

    _condition_operand: ($) => choice(alias($._condition_signed, $.signed), $._condition_primary),
    _condition_signed: ($) => seq(field('sign', alias($._sign, $.sign)), $._condition_primary),
    _condition_primary: ($) => choice(
      $.phrase,
      alias($._phrase_word, $.name),
      $._word,
      $.call,
      alias($._phrase_call, $.call),
      $.index,
      $._number,
      $.text,
      $.list,
      alias($._condition_group, $.group),
    ),

    /// `rules NAME [VALUE]`, `table "…"`, `trained NAME`, `military NAME`.
    phrase: ($) => choice(
      seq(field('word', 'rules'), $._word, optional(choice($._word, $._number, $.text))),
      seq(field('word', choice('table', 'trained', 'military')), choice($._word, $.text)),
    ),
    // The same words are names where no name follows them.
    _phrase_word: () => choice('rules', 'table', 'trained', 'military'),
    _phrase_call: ($) => seq(field('function', alias($._phrase_word, $.name)), field('arguments', $.arguments)),

    group: ($) => seq('(', $._expression, ')'),
    _condition_group: ($) => seq('(', $._condition, ')'),
    list: ($) => seq('[', optional(seq(listed($._expression), optional(','))), ']'),
    index: ($) => seq(
      field('list', choice($._word, $.call, $.list, $.index)),
      alias(token.immediate('['), '['),
      field('at', $._expression),
      ']',
    ),
    call: ($) => seq(
      field('function', $._word),
      choice(field('arguments', $.arguments), field('parameters', alias($._parameters, $.parameters))),
    ),
    arguments: ($) => seq(alias(token.immediate('('), '('), optional(listed($.argument)), ')'),
    argument: ($) => seq($._value, repeat(seq($._gap, $._value))),
    _parameters: ($) => seq(alias(token.immediate('('), '('), listed($.parameter), ')'),
    parameter: ($) => seq(
      field('name', $.name),
      ':',
      field('type', $.name),
      repeat(seq('|', field('type', $.name))),
      optional('?'),
    ),

    // ------------------------------------------------------------------------------------------------------ tokens
    name: () => LETTERS,
    _touching_name: () => token.immediate(LETTERS),
    _path: ($) => choice($.name, $.path),
    path: ($) => seq(
      field('package', $.name),
      token.immediate('.'),
      field('name', alias($._touching_name, $.name)),
    ),
    _word: ($) => choice($._path, $.code, $.count),
    /// `over-budget`
    code: () => token(/[a-z][A-Za-z0-9_]*(-[a-z][A-Za-z0-9_]*)+/),
    /// `x3`
    count: () => token(prec(1, /x[0-9]+/)),

    _number: ($) => choice($.integer, $.percent, $.dice, $.border, $.tech),
    integer: () => token(/[0-9][0-9_]*/),
    percent: () => token(/[0-9][0-9_]*%/),
    dice: () => token(/[0-9][0-9_]*d(F|[0-9][0-9_]*)/),
    border: () => token(/[0-9][0-9_]*\/[0-9][0-9_]*\/([0-9][0-9_]*|x)/),
    tech: () => token(/T-?[0-9]+/),

    text: ($) => choice(
      seq(
        alias($._text_start, '"'),
        repeat(choice($._text_content, $.escape)),
        alias(token.immediate('"'), '"'),
      ),
      $.long_text,
      $.unclosed_text,
    ),
    _text_content: () => token.immediate(prec(1, /[^"\\\n]+/)),
    escape: () => token.immediate(prec(1, /\\[^\n]/)),
  },
});
