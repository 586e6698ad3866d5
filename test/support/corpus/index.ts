/** The hostile corpus: more than a thousand files that are cut, flipped, nested, lying or pointing elsewhere, by script. */
import { type Seeded, seeded } from '../seeded.ts';
import { damaged } from './damage.ts';
import { inside } from './inside.ts';
import { lies } from './lies.ts';
import { type Lure, players } from './players.ts';
import { type Seed, seeds } from './seeds.ts';
import { sizes } from './sizes.ts';

export interface Hostile {
  /** What was done to what, and the extension under which it is sent. */
  readonly name: string;
  readonly bytes: Buffer;
  /** Sent along as its subtitles. */
  readonly subtitles?: string;
}

export type { Lure } from './players.ts';

/** Of the variants of honest files there are three times as many. */
const VARIANTS = 800;

/** The honest files without which nothing can be made by hand. */
export const FEWEST: readonly string[] = ['late-index', 'loop', 'still', 'photo', 'layer3'];

/**
 * All that is made by hand, and so many of the variants of honest files, which the seed chooses. The same for the same
 * seed; no two have the same name.
 * @param lure what those that point elsewhere point at
 * @param of names of honest files, default all
 */
export async function hostileMedia(seed: number, lure: Lure, of?: readonly string[]): Promise<Hostile[]> {
  const honest = await seeds(of);
  const chance = seeded(seed);
  const all = honest.flatMap((one) => variants(one, honest, chance));
  const made = [...picked(all, VARIANTS, chance), ...players(honest, lure), ...inside(honest, lure)];
  const names = new Set(made.map(({ name }) => name));
  if (names.size !== made.length) throw new Error('two files of the corpus have the same name');
  return made;
}

/** Words of a programmer, and of a machine. */
const UNCLEAR =
  /internal|unexpected|undefined|\[object|NaN|TypeError|RangeError|Cannot read|node:|\bat \S+ \(|E(NOENT|PIPE|ACCES|INVAL)|retried|tried \d+ times|invalid argument|end of file|output error|patches welcome/i;

/** Whether a reason tells people what is wrong with a file. */
export const isClear = (reason: string): boolean => reason.length > 15 && !UNCLEAR.test(reason);

function variants(one: Seed, honest: readonly Seed[], chance: Seeded): Hostile[] {
  return [
    { name: `${one.name}-honest.${one.extension}`, bytes: one.bytes },
    ...damaged(one, honest, chance),
    ...sizes(one, chance),
    ...lies(one, chance),
  ];
}

/** So many of them, in their order. */
export function picked<Item>(all: readonly Item[], count: number, chance: Seeded): Item[] {
  const rest = all.map((_, at) => at);
  const taken = new Set<number>();
  while (taken.size < count && rest.length > 0) taken.add(rest.splice(chance.below(rest.length), 1)[0] ?? 0);
  return all.filter((_, at) => taken.has(at));
}
