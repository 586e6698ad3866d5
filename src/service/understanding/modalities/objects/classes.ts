/**
 * The classes of COCO that are named, with the score from which each group is certain. `first` is a group's place among
 * the network's classes. The other classes are left out: four in five of their detections were
 * wrong at any bound. docs/measurements.md has the figures.
 */
const GROUPS = [
  { first: 0, certain: 0.45, names: ['person'] },
  {
    first: 1,
    certain: 0.4,
    names: ['bicycle', 'car', 'motorcycle', 'airplane', 'bus', 'train', 'truck', 'boat'],
  },
  {
    first: 14,
    certain: 0.55,
    names: ['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe'],
  },
] as const;

/** The names of all objects that can be found. */
export const OBJECT_NAMES: readonly string[] = GROUPS.flatMap(({ names }) => names);

/** How sure it is that an object is in a picture, 0 to 1, and how many of its kind are. */
export interface Seen {
  readonly score: number;
  readonly count: number;
}

/** The objects in a picture by name. @param classes what the network says of each class, by number */
export function certainObjects(classes: readonly Seen[]): Map<string, Seen> {
  const found = new Map<string, Seen>();
  for (const { first, certain, names } of GROUPS)
    for (const [at, name] of names.entries()) {
      const seen = classes[first + at];
      if (seen && seen.score >= certain) found.set(name, seen);
    }
  return found;
}

/** A line that says that an object was seen, and how many at once if more than one. */
export function objectText(name: string, { score, count }: Seen): string {
  return `${name} (seen, ${score.toFixed(2)}${count > 1 ? `, ${count} at once` : ''})`;
}

/** An object line; tells it from a description in words. */
const OBJECT = /^(?<name>.+) \(seen, (?<score>[01]\.\d\d)(?:, (?<count>\d+) at once)?\)$/;

/** The object that a line says was seen; undefined for a description in words. */
export function objectIn({
  text,
}: {
  readonly text: string;
}): ({ readonly name: string } & Seen) | undefined {
  const { name, score, count = 1 } = OBJECT.exec(text)?.groups ?? {};
  return name === undefined ? undefined : { name, score: Number(score), count: Number(count) };
}

/** Whether a line says that an object was seen. */
export function isObjectLine({ text }: { readonly text: string }): boolean {
  return OBJECT.test(text);
}

/** A peak is one object where the network is at least as sure as this: a crowd's are all less sure than one person's. */
const COUNTED = 0.3;

/**
 * What a map of scores says of each class: the highest score, and the number of peaks, each of which is the middle of an
 * object (Zhou et al. 2019, Objects as Points: a peak is not below its eight neighbours).
 * @param heat scores from 0 to 1 by row, column and class
 */
export function classesIn(
  heat: Float32Array,
  { rows, columns, classes }: { readonly rows: number; readonly columns: number; readonly classes: number },
): Seen[] {
  const scores = new Float32Array(classes);
  const counts = new Uint32Array(classes);
  const at = (row: number, column: number, own: number) =>
    row < 0 || column < 0 || row >= rows || column >= columns
      ? 0
      : (heat[(row * columns + column) * classes + own] ?? 0);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      for (let own = 0; own < classes; own += 1) {
        const score = at(row, column, own);
        if (score > (scores[own] ?? 0)) scores[own] = score;
        if (score < COUNTED) continue;
        // Of equal neighbours the first one is the peak.
        const isPeak = NEIGHBOURS.every(([down, right]) => {
          const other = at(row + down, column + right, own);
          return score > other || (score === other && (down > 0 || (down === 0 && right > 0)));
        });
        if (isPeak) counts[own] = (counts[own] ?? 0) + 1;
      }
  return Array.from(scores, (score, own) => ({ score, count: counts[own] ?? 0 }));
}

const NEIGHBOURS = [-1, 0, 1]
  .flatMap((down) => [-1, 0, 1].map((right) => [down, right] as const))
  .filter(([down, right]) => down !== 0 || right !== 0);
