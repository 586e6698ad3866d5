import { rename, rm } from 'node:fs/promises';

/**
 * Makes a file that appears complete or not at all.
 * @param write gets the path of a new file in the same folder; what it leaves there takes the place of `target`
 */
export async function writeWhole(target: string, write: (part: string) => Promise<unknown>): Promise<void> {
  const part = `${target}.${crypto.randomUUID()}.part`;
  try {
    await write(part);
    await rename(part, target);
  } finally {
    await rm(part, { force: true });
  }
}
