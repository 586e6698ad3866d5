/**
 * A text from media as one line of material. Nothing in it can end the material or look like the marks with which
 * models separate roles: line breaks and control characters become spaces, and the brackets of such marks change.
 */
export function dataLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/<(?=[/|!a-z])/gi, '‹')
    .replace(/\[(?=\/?INST\])/g, '(')
    .trim();
}

/** Lines of `dataLine` as the data part of a question. */
export function fenced(lines: readonly string[]): string {
  return `<material>\n${lines.join('\n')}\n</material>`;
}

/**
 * Splits lines into runs that fit into one question each.
 * @param shares the share of a question that each line takes, see Teller.shares
 * @param overlap lines that two neighbouring runs share
 * @returns positions of the first and the last line, both inclusive; a line that does not fit is a run of its own
 */
export function runsOf(shares: readonly number[], overlap = 0): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let from = 0; from < shares.length; ) {
    let to = from;
    let taken = shares[from] ?? 0;
    while (to + 1 < shares.length) {
      taken += shares[to + 1] ?? 0;
      if (taken > 1) break;
      to += 1;
    }
    runs.push({ from, to });
    if (to + 1 >= shares.length) break;
    from = Math.max(from + 1, to + 1 - overlap);
  }
  return runs;
}
