/** Limits concurrency; other calls wait in a queue. */
export function gate(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = width;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
