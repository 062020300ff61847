// The lines in which two texts differ, without the lines that both have at their beginning and end.

/// Part of two texts between their equal beginning and end.
export interface ChangedLines {
  /// Number of the first line.
  line: number;
  mine: string[];
  theirs: string[];
}

/// Returns the lines from the first to the last difference.
export function changedLines(mine: string, theirs: string): ChangedLines {
  const [one, other] = [mine.split("\n"), theirs.split("\n")];
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return { line: start + 1, mine: one.slice(start, one.length - end), theirs: other.slice(start, other.length - end) };
}
