import { type Loopback, loopback } from '../loopback.ts';
import { mulberry32 } from '../seeded.ts';

const DIMENSION = 64;

/**
 * An endpoint of embeddings that stands in for an encoder: texts of one subject are near each other.
 * @param subjectOf the subject of a text; the same name for texts that are to be near
 * @param how.cone length of what is added to all vectors, of length 1 before: cosines then crowd below 1
 * @param how.chance how much of a vector is the text's own, beside its subject's
 */
export function standInEncoder(
  subjectOf: (text: string) => string,
  { cone = 0, chance = 0.6 } = {},
): Promise<Loopback> {
  const common = direction('what all texts have in common');
  const vectorOf = (text: string) => {
    const [subject, own] = [direction(`subject ${subjectOf(text)}`), direction(`text ${text}`)];
    return subject.map((value, at) => value + chance * (own[at] ?? 0) + cone * (common[at] ?? 0));
  };
  return loopback(({ body }, response) => {
    const { input } = JSON.parse(body.toString()) as { input: string[] };
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
  });
}

/** A direction of length 1 by chance, the same for the same name (FNV-1a). */
function direction(name: string): number[] {
  let seed = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) seed = Math.imul(seed ^ name.charCodeAt(at), 0x01000193);
  const random = mulberry32(seed);
  const numbers = Array.from({ length: DIMENSION }, () => random() - 0.5);
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}
