import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Path of a worker's bundle: dist/NAME.js of the package that contains this code, whether it runs as a chunk of the
 * bundle or from source.
 */
export function entryPath(name: string): string {
  const here = fileURLToPath(import.meta.url);
  for (let folder = path.dirname(here); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const entry = path.join(folder, 'dist', `${name}.js`);
    if (existsSync(entry)) return entry;
  }
  throw new Error(`dist/${name}.js is missing; build it with: npm run build`);
}

/** Path of a folder of assets that the build lays beside the bundles: dist/assets/NAME. */
export function assetsPath(name: string): string {
  return path.join(path.dirname(entryPath('worker')), 'assets', name);
}
