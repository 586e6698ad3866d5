import type { Evidence } from '../../../../contract/index.ts';
import { kindsIn } from '../kinds.ts';
import { evidenceOf, type Thing } from '../things.ts';
import { type Entities, type EntityType, entityTypes } from '../types.ts';

/**
 * Entities by their types, in the words in which they were said: the types that a prompt names, whether there are any or
 * not; where it names none, all there are.
 */
export function listEntities(
  prompt: string,
  things: ReadonlyMap<EntityType, readonly Thing[]>,
): { entities: Entities; evidence: Evidence[] } {
  const named = kindsIn(prompt);
  const asked = named.length > 0 ? named : entityTypes.filter((type) => (things.get(type) ?? []).length > 0);
  const evidence: Evidence[] = [];
  const entries = asked.map((type) => {
    const own = things.get(type) ?? [];
    own.forEach((thing, index) => {
      evidence.push(...evidenceOf(`${type}[${index}]`, thing));
    });
    return [type, own.map(({ text }) => text)] as const;
  });
  return { entities: Object.fromEntries(entries), evidence };
}
