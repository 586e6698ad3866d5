import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a process of Node that lasts is started with: the C library of most Linux systems (glibc) reads it then, elsewhere it
 * means nothing. By itself it keeps freed memory in up to eight arenas for each processor, and between what is still used:
 * some 120 MB in a worker, and 190 in a recogniser, most of it from the compiler of WebAssembly. In two arenas, and with
 * blocks of 32 KiB and more mapped by themselves, it is some 30.
 */
export const FRUGAL = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

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
