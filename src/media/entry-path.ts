import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The bundle that a worker process or thread starts from: dist/NAME.js of the folder this code is in, wherever below
 * it this code lies (a chunk of the bundle, or a source file).
 */
export function entryPath(name: string): string {
  const here = fileURLToPath(import.meta.url);
  for (let folder = path.dirname(here); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const entry = path.join(folder, 'dist', `${name}.js`);
    if (existsSync(entry)) return entry;
  }
  throw new Error(`dist/${name}.js is missing; build it with: npm run build`);
}
