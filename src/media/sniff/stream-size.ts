import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Watches the size of a stream while it is being written. */
export interface SizeWatch {
  /** Checks now, unless a check is running. */
  look(): void;
  /** Checks a last time: a stream may end before it was looked at. Resolves when no check is running. */
  stop(): Promise<void>;
}

/**
 * Watches the parts of a stream in a folder. Each finished part is measured once, so that a long film costs no more
 * than a short one.
 * @param nameOf returns the file name of part n, from 0
 * @param most bytes; `tooLarge` is called once there are more
 */
export function watchSize(
  folder: string,
  nameOf: (index: number) => string,
  most: number,
  tooLarge: () => void,
): SizeWatch {
  let finished = 0;
  let next = 0;
  let looking: Promise<void> | undefined;
  const sizeOf = (index: number) =>
    stat(join(folder, nameOf(index))).then(
      ({ size }) => size,
      () => undefined,
    );
  const look = async () => {
    for (;;) {
      const size = await sizeOf(next);
      if (size === undefined) return;
      if (finished + size > most) return tooLarge();
      // The last part is still growing.
      if ((await sizeOf(next + 1)) === undefined) return;
      finished += (await sizeOf(next)) ?? 0;
      next += 1;
    }
  };
  return {
    look: () => {
      looking ??= look().finally(() => {
        looking = undefined;
      });
    },
    stop: async () => {
      await looking;
      await look();
    },
  };
}
