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

/** The last commit in which lines were found by their letters alone, and where its reader is. */
const BEFORE = { commit: '0138a390', room: 'src/service/understanding/scene-text', reader: 'read-image' };
const NOW = { room: 'src/service/understanding/modalities/scene-text', reader: 'on-device' };

/** @returns the bundle of the sources before; needs the project's history */
export async function bundleBefore() {
  const folder = path.join(cache, BEFORE.commit);
  if (!existsSync(path.join(folder, 'src'))) {
    await mkdir(folder, { recursive: true });
    await run('sh', ['-c', `git archive ${BEFORE.commit} src | tar -x -C '${folder}'`], { cwd: root });
  }
  return bundle(BEFORE, folder, path.join(cache, 'before.mjs'));
}

/** @returns the bundle of these sources */
export const bundleNow = () => bundle(NOW, root, path.join(cache, 'now.mjs'));

async function bundle({ room, reader }, resolveDir, outfile) {
  await build({
    absWorkingDir: resolveDir,
    stdin: {
      contents: `export { readImage } from './${room}/${reader}.ts';
        export { stopRecogniser } from './${room}/recogniser.ts';
        export { greyImages, locateFfmpeg } from './src/media/index.ts';`,
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
