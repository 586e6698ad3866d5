import type { Evidence } from '../../../../../contract/index.ts';
import { kindsIn } from '../kinds.ts';
import { evidenceOf, type Thing } from '../things.ts';
import { type Entities, type EntityType, entityTypes } from '../types.ts';

/**
 * Entities by type, in the words of the recording: the types named in a prompt, even if there are none; all types if it
 * names none.
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
