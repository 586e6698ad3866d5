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
  const blockFrom = blocksOf(bags, bags.map(size), block);
  const cosines = bags.slice(1).map((_, gap) => cosine(blockFrom(gap, -1), blockFrom(gap + 1, 1)));
  const left = peaks(cosines);
  const right = peaks(cosines.toReversed()).toReversed();
  return cosines.map((own, gap) => (left[gap] ?? own) + (right[gap] ?? own) - 2 * own);
}

/**
 * Sums the units from one on, in either direction, until the block is full. Empty units are skipped at no cost: a film
 * may have any number of them.
 */
function blocksOf(bags: readonly Bag[], sizes: readonly number[], block: number) {
  const filled = (at: number) => (sizes[at] ?? 0) > 0;
  const [before, after] = [new Int32Array(bags.length), new Int32Array(bags.length)];
  for (let at = 0; at < bags.length; at += 1) before[at] = filled(at) ? at : (before[at - 1] ?? -1);
  for (let at = bags.length - 1; at >= 0; at -= 1) after[at] = filled(at) ? at : (after[at + 1] ?? -1);
  return (from: number, step: 1 | -1): Map<string, number> => {
    const next = step === 1 ? after : before;
    const sum = new Map<string, number>();
    let held = 0;
    for (let at = next[from] ?? -1; at >= 0 && held < block; at = next[at + step] ?? -1) {
      for (const [name, amount] of bags[at] ?? []) sum.set(name, (sum.get(name) ?? 0) + amount);
      held += sizes[at] ?? 0;
    }
    return sum;
  };
}

/** The peak visible to the left of each gap, its own cosine included, in one pass over all of them. */
function peaks(cosines: readonly number[]): number[] {
  const seen: { own: number; peak: number }[] = [];
  return cosines.map((own) => {
    let peak = own;
    for (let last = seen.at(-1); last !== undefined && last.own >= own; last = seen.at(-1)) {
      peak = Math.max(peak, last.peak);
      seen.pop();
    }
    seen.push({ own, peak });
    return peak;
  });
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
