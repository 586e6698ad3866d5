/**
 * Runs `work` on items as they come, so many at a time, and gives the results in the order of the items. Holds no more
 * of either than are under way.
 * @throws the first error of `work` or of the items; what may fail for one item alone is caught inside `work`
 */
export async function* inOrder<Item, Done>(
  items: AsyncIterable<Item> | Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Done>,
): AsyncGenerator<Done> {
  const underWay: Promise<Done>[] = [];
  for await (const item of items) {
    const one = work(item);
    // Whoever is before it may fail first, and nobody asks for this one then.
    one.catch(() => undefined);
    underWay.push(one);
    const [first] = underWay;
    if (first && underWay.length >= limit) {
      yield await first;
      underWay.shift();
    }
  }
  for (const one of underWay) yield await one;
}
