import type { Evidence } from '../../../../contract/index.ts';
import { quoteOf } from '../things.ts';
import type { Entities, Passage } from '../types.ts';

/** Maximum number of values to look up. */
const MOST_VALUES = 2_000;

/**
 * Where the values of a model's response appear in the material, and the paths of values that appear nowhere verbatim.
 */
export function groundsOf(
  entities: Entities,
  passages: readonly Passage[],
): { evidence: Evidence[]; own: string[] } {
  const read = passages.map((passage) => ({ passage, text: passage.text.toLowerCase() }));
  const evidence: Evidence[] = [];
  const own: string[] = [];
  for (const { path, value } of leaves(entities, '').slice(0, MOST_VALUES)) {
    const wanted = value.toLowerCase();
    const place = read.find(({ text }) => indexOfWord(text, wanted) >= 0);
    if (place) evidence.push(quoteOf(path, place.passage, indexOfWord(place.text, wanted), value.length));
    else own.push(path);
  }
  return { evidence, own };
}

function leaves(value: unknown, path: string): { path: string; value: string }[] {
  if (typeof value === 'string') return value.trim() ? [{ path, value: value.trim() }] : [];
  if (typeof value === 'number') return [{ path, value: String(value) }];
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path ? `${path}.${name}` : name));
}

/** The position of a text as whole words; negative if there is none. */
function indexOfWord(text: string, wanted: string): number {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + wanted.length] ?? ' '}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return at;
  }
  return -1;
}
