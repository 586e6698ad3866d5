/** The recogniser that the benchmarks hear with: one that vau setup brought. */
import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OF_TESTS = fileURLToPath(new URL('../../node_modules/.cache/vau-hearing', import.meta.url));

/**
 * The data folder with the recogniser: that of --data, else that of vau, else that of the tests. Nothing is written there.
 * @throws Error that says how to bring one
 */
export function recogniserFolder() {
  const at = process.argv.indexOf('--data');
  const own = path.join(process.env.XDG_DATA_HOME ?? path.join(os.homedir(), '.local/share'), 'vau');
  const folders = at > 0 ? [process.argv[at + 1]] : [own, OF_TESTS];
  const found = folders.find((one) => existsSync(path.join(one, 'models', 'speech')));
  if (found) return path.resolve(found);
  throw new Error(
    `${folders[0]} has no recogniser; bring it with: vau setup speech --data-dir ${folders[0]}`,
  );
}

/** Makes a data folder with a new store and the recogniser of recogniserFolder(). */
export async function linkRecogniser(dataDir) {
  const from = recogniserFolder();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of ['models', 'packages']) await symlink(path.join(from, name), path.join(dataDir, name));
}
