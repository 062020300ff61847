// Formats sentences of the session for the page.

/// A sentence, with the words between backquotes as code.
export function words(sentence: string) {
  return sentence.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
