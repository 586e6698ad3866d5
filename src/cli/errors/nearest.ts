/** The most similar candidate; undefined if more than a third of its letters differ. */
export function closest(typed: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    // Skips candidates whose length differs too much: they cannot match and are slow to compare.
    .filter(({ length }) => Math.abs(length - typed.length) <= farthest(length))
    .map((candidate) => ({
      candidate,
      distance: distanceBetween(typed.toLowerCase(), candidate.toLowerCase()),
    }))
    // On a tie, prefers the same first letter: fish for fsh, not zsh.
    .sort(
      (a, b) => a.distance - b.distance || beginnings(typed, b.candidate) - beginnings(typed, a.candidate),
    );
  const best = ranked[0];
  return best && best.distance <= farthest(best.candidate.length) ? best.candidate : undefined;
}

const farthest = (length: number): number => Math.max(1, Math.ceil(length / 3));

const beginnings = (a: string, b: string): number => (a[0]?.toLowerCase() === b[0]?.toLowerCase() ? 1 : 0);

/** Levenshtein distance. */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
