/**
 * Runs `work` on items as they arrive, with limited concurrency, and yields the results in the order of the
 * items. Keeps only those in progress. @throws the first error of `work` or of the items; catch the error of
 * a single item inside `work`
 */
export async function* inOrder<Item, Done>(
  items: AsyncIterable<Item> | Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Done>,
): AsyncGenerator<Done> {
  const underWay: Promise<Done>[] = [];
  for await (const item of items) {
    const one = work(item);
    // If an earlier item fails, nobody awaits this one.
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
