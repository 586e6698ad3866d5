/**
 * Runs a piece of work for each item, at most so many at the same time, and waits for those that run even if one fails.
 * @returns the results in the order of the items
 * @throws the first error; items that had not begun are left out
 */
export async function several<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let failed = false;
  const lane = async () => {
    for (let index = next++; index < items.length && !failed; index = next++) {
      try {
        results[index] = await work(items[index] as Item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return results;
}
