#!/usr/bin/env node
/**
 * Faults through the front door: runs the built service while a client works on it, kills what it consists of at random,
 * fills its disk, moves it, and checks that nothing is lost of what was acknowledged.
 *
 *   npm run faults -- --minutes N [--seed S] [--only 'disk full']...      default: a minute, a seed by chance, everything
 *
 * With --planted NAME (test/faults/driver/planted.ts) the service has a fault, which must be found.
 *
 * The last line says what happened. With Ctrl-C it finishes, checks and says it early. Exit status 1 if anything is lost;
 * standard error then has the seed. The same seed makes the same media, requests and misfortunes, but not the same times.
 * Needs Linux and ffmpeg; the disk is filled only where this user may mount one.
 */
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The test's modules find files beside themselves, and not beside the bundle. */
const places = {
  name: 'places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]test[\\/].*\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(file).href),
      ),
      loader: 'ts',
    })),
};

/** Inside the project, so that it finds its packages. */
const folder = path.join(root, 'node_modules', '.cache', `vau-faults-driver-${process.pid}`);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
await build({
  absWorkingDir: root,
  entryPoints: { run: 'test/faults/driver/run.ts' },
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  logLevel: 'error',
  packages: 'external',
  plugins: [places],
});
await import(pathToFileURL(path.join(folder, 'run.mjs')).href);
