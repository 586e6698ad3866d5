/** Where promises are remembered: a Map or a WeakMap. */
interface Memory<Key, Value> {
  get(key: Key): Promise<Value> | undefined;
  set(key: Key, value: Promise<Value>): unknown;
  delete(key: Key): unknown;
}

/** Makes the value of a key once. A failed attempt is forgotten, so that the next caller tries again. */
export function remember<Key, Value>(
  memory: Memory<Key, Value>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = memory.get(key);
  if (known) return known;
  const made = make();
  memory.set(key, made);
  made.catch(() => memory.delete(key));
  return made;
}

/** Does something at the first call alone; each call gets its result. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
