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

/**
 * The objects in a picture by name, with their scores.
 * @param scores the network's score of each class, 0 to 1
 */
export function certainObjects(scores: ArrayLike<number>): Map<string, number> {
  const found = GROUPS.flatMap(({ first, certain, names }) =>
    names.map((name, at) => [name, scores[first + at] ?? 0] as const).filter(([, score]) => score >= certain),
  );
  return new Map(found);
}

/** An object line; tells it from a description in words. */
const OBJECT = /^(?<name>.+) \(seen, (?<score>[01]\.\d\d)\)$/;

/** The object that a line says was seen, with its score from 0 to 1; undefined for a description in words. */
export function objectIn({ text }: { readonly text: string }): { name: string; score: number } | undefined {
  const { name, score } = OBJECT.exec(text)?.groups ?? {};
  return name === undefined ? undefined : { name, score: Number(score) };
}

/** Whether a line says that an object was seen. */
export function isObjectLine({ text }: { readonly text: string }): boolean {
  return OBJECT.test(text);
}
