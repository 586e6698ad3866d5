/** Chances that come out the same for the same seed. */
export interface Seeded {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Numbers from 0 to 1. Mulberry32: small, and random enough for tests. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function seeded(seed: number): Seeded {
  const random = mulberry32(seed);
  const below = (most: number): number => Math.floor(random() * most);
  return {
    below,
    pick: (items) => {
      if (items.length === 0) throw new Error('there is nothing to pick from');
      return items[below(items.length)] as (typeof items)[number];
    },
  };
}
