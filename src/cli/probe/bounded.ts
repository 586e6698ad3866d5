/**
 * Runs `work` on every item, at most `limit` at a time, and gives the results in the order of the items.
 * The first error that `work` throws ends it all; what may fail for one item alone is caught inside `work`.
 */
export async function mapBounded<Item, Done>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Done>,
): Promise<Done[]> {
  const results: Done[] = new Array(items.length);
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
