/**
 * What was probably meant, the one measure for every suggestion of vau: a candidate that differs by a slip of typing, or the
 * only one that begins with what was typed. A slip is a letter too many, too few or wrong, or two in the wrong order; one is
 * allowed for each three letters of the shorter word, and at least one. A wrong letter counts twice in words of up to four
 * letters, where it makes another word: nope is not none. Upper and lower case are the same. Undefined if nothing is close.
 */
export function closest(typed: string, candidates: readonly string[]): string | undefined {
  const word = typed.toLowerCase();
  const ranked = [...new Set(candidates)]
    // Skips candidates whose length differs too much: they cannot match and are slow to compare.
    .filter(({ length }) => Math.abs(length - word.length) <= farthest(length, word.length))
    .map((candidate) => ({ candidate, distance: distanceBetween(word, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= farthest(candidate.length, word.length))
    // On a tie, prefers the same first letter: fish for fsh, not zsh.
    .sort((a, b) => a.distance - b.distance || beginnings(word, b.candidate) - beginnings(word, a.candidate));
  return ranked[0]?.candidate ?? begunBy(word, candidates);
}

const farthest = (...lengths: readonly number[]): number => Math.max(1, Math.floor(Math.min(...lengths) / 3));

const beginnings = (a: string, b: string): number => (a[0] === b[0]?.toLowerCase() ? 1 : 0);

/** Letters that are enough to be the beginning of a word. */
const LEAST = 3;

function begunBy(word: string, candidates: readonly string[]): string | undefined {
  const begun = new Set(candidates.filter((candidate) => candidate.toLowerCase().startsWith(word)));
  return word.length >= LEAST && begun.size === 1 ? [...begun][0] : undefined;
}

/** Longest word in which a wrong letter counts twice. */
const SHORT = 4;

/** Optimal string alignment: Levenshtein, and two neighbours in the wrong order are one slip. */
function distanceBetween(a: string, b: string): number {
  const wrong = Math.max(a.length, b.length) <= SHORT ? 2 : 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : wrong);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next[j] = Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
