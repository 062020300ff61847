// Formats sentences of the session for the page.

/// A sentence, with the words between backquotes as code.
export function words(sentence: string) {
  return sentence.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}

/// A sentence in which the number of each ruling, such as R-S4, is a button.
export function withRulings(sentence: string, onRuling: (number: string) => void) {
  return sentence.split(/(\bR-[A-Z]+\d+\b)/).map((part, at) => (at % 2 === 1 ? <button type="button" class="link" key={at} onClick={() => onRuling(part)}>{part}</button> : words(part)));
}
