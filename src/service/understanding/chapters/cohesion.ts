/** Contents of a unit (a sentence, a shot): the amount of each word, or of each colour. */
export type Bag = ReadonlyMap<string, number>;

/**
 * How deeply cohesion dips between each unit and the next, after TextTiling (M. A. Hearst, "TextTiling: Segmenting Text
 * into Multi-paragraph Subtopic Passages", Computational Linguistics 23(1), 1997): the cosine of the blocks on both
 * sides of each gap, compared with the nearest peaks to the left and right. Differences: gaps lie between sentences,
 * not between runs of 20 words; a peak is the highest cosine before one falls below the gap's own, so that a small bump
 * on the way up does not hide it.
 * @param block size of a block, as measured by `size`
 * @returns one number per gap, 0 (no dip) to 2; one fewer than units
 */
export function depths(bags: readonly Bag[], block: number, size: (bag: Bag) => number): number[] {
  const sizes = bags.map(size);
  const cosines = bags.slice(1).map((_, gap) => {
    const left = blockOf(bags, sizes, gap, -1, block);
    return cosine(left, blockOf(bags, sizes, gap + 1, 1, block));
  });
  return cosines.map((own, gap) => climb(cosines, gap, -1) + climb(cosines, gap, 1) - 2 * own);
}

/** The sum of the units from `from` on, until the block is full. */
function blockOf(
  bags: readonly Bag[],
  sizes: readonly number[],
  from: number,
  step: 1 | -1,
  block: number,
): Map<string, number> {
  const sum = new Map<string, number>();
  let held = 0;
  for (let at = from; at >= 0 && at < bags.length && held < block; at += step) {
    for (const [name, amount] of bags[at] ?? []) sum.set(name, (sum.get(name) ?? 0) + amount);
    held += sizes[at] ?? 0;
  }
  return sum;
}

function cosine(one: Bag, other: Bag): number {
  let product = 0;
  for (const [name, amount] of one) product += amount * (other.get(name) ?? 0);
  const lengths = length(one) * length(other);
  return lengths > 0 ? product / lengths : 0;
}

function length(bag: Bag): number {
  let sum = 0;
  for (const amount of bag.values()) sum += amount * amount;
  return Math.sqrt(sum);
}

/** The peak visible from a gap in one direction. */
function climb(cosines: readonly number[], gap: number, step: 1 | -1): number {
  const own = cosines[gap] ?? 0;
  let peak = own;
  for (let at = gap + step; at >= 0 && at < cosines.length; at += step) {
    const next = cosines[at] ?? 0;
    if (next < own) break;
    peak = Math.max(peak, next);
  }
  return peak;
}

/**
 * Counts the items of each unit. Items that are everywhere weigh little, as in tf-idf: count times log(1 + units /
 * units with it).
 */
export function weighted(units: readonly (readonly string[])[]): Bag[] {
  const having = new Map<string, number>();
  for (const unit of units) for (const name of new Set(unit)) having.set(name, (having.get(name) ?? 0) + 1);
  return units.map((unit) => {
    const bag = new Map<string, number>();
    for (const name of unit) {
      const weight = Math.log(1 + units.length / (having.get(name) ?? 1));
      bag.set(name, (bag.get(name) ?? 0) + weight);
    }
    return bag;
  });
}
