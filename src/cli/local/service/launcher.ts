import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, in the sources and in the bundle. */
export function packageFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'bin', 'vau.js'))) {
    const above = path.dirname(folder);
    if (above === folder) throw new Error('this installation of vau is incomplete: bin/vau.js is missing');
    folder = above;
  }
  return folder;
}

/** The launcher that users run. */
export function launcher(): string {
  return path.join(packageFolder(), 'bin', 'vau.js');
}
