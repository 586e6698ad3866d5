/** The two versions of the sources that are compared: these, and those before the detector of lines came. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);
export const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Inside the project, so that bundles find its packages and dist/. */
export const cache = path.join(root, 'node_modules/.cache/vau-bench-text');

/** The last commit in which lines were found by their letters alone. */
const BEFORE = '0138a390';

/** @returns the bundle of the sources before; needs the project's history */
export async function bundleBefore() {
  const folder = path.join(cache, BEFORE);
  if (!existsSync(path.join(folder, 'src'))) {
    await mkdir(folder, { recursive: true });
    await run('sh', ['-c', `git archive ${BEFORE} src | tar -x -C '${folder}'`], { cwd: root });
  }
  return bundle(folder, path.join(cache, 'before.mjs'));
}

/** @returns the bundle of these sources */
export const bundleNow = () => bundle(root, path.join(cache, 'now.mjs'), '');

async function bundle(resolveDir, outfile, more = '') {
  await build({
    absWorkingDir: resolveDir,
    stdin: {
      contents: `export { readImage } from './src/service/understanding/modalities/scene-text/on-device.ts';
        export { stopRecogniser } from './src/service/understanding/modalities/scene-text/recogniser.ts';
        export { greyImages, locateFfmpeg } from './src/media/index.ts';
        ${more}`,
      resolveDir,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import{createRequire as __makeRequire}from'node:module';const require=__makeRequire(import.meta.url);",
    },
    external: ['@photostructure/sqlite', 'tesseract.js', '@tesseract.js-data/eng', 'ffmpeg-static', 'undici'],
    logLevel: 'error',
  });
  return outfile;
}
