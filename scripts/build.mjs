/**
 * Bundles the package: one ES module per process kind, with lazily loaded chunks shared between them.
 * Pure JavaScript packages go into the bundle, so that an installed vau loads few files and needs no
 * dependency tree; what carries binaries or data stays outside (`external`) and is optional.
 *
 *   node scripts/build.mjs [--quiet] [--keep]
 *
 * A file is written only when it differs, and by rename, so that a vau which is running meanwhile never reads half a
 * file. Files of earlier builds are removed; --keep leaves them for such a vau, which may still load a chunk late.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = path.join(root, 'dist');
const quiet = process.argv.includes('--quiet');
const keep = process.argv.includes('--keep');
const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));

/** Each becomes dist/NAME.js: the command line, the service's worker process and its lease-keeping thread. */
const entries = {
  cli: 'src/cli/main.ts',
  worker: 'src/service/jobs/worker-process.ts',
  heartbeat: 'src/service/jobs/heartbeat-thread.ts',
};

const external = ['@photostructure/sqlite', 'tesseract.js', '@tesseract.js-data/eng', 'ffmpeg-static'];

/** Packages written for CommonJS call require() on Node's own modules. */
const requireBanner =
  "import{createRequire as __vauRequire}from'node:module';const require=__vauRequire(import.meta.url);";

const common = {
  absWorkingDir: root,
  outdir: out,
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  external,
  // Node's own entry of this package is CommonJS, whose names a lazy import of the bundle would not have.
  alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
};

/** The face recogniser's thread shares nothing with the rest: a bundle of its own, loaded when the first face is looked for. */
const faces = {
  entryPoints: { faces: 'src/service/understanding/faces/thread.ts' },
  // The recogniser asks for all of TensorFlow.js; this is what it uses of it.
  minifyIdentifiers: true,
  alias: { '@tensorflow/tfjs': path.join(root, 'src/service/understanding/faces/tfjs.ts') },
  // What Emscripten makes looks beside itself.
  banner: { js: `${requireBanner}const __filename='',__dirname='';` },
};

const results = await Promise.all([
  build({
    ...common,
    entryPoints: entries,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    define: { __VAU_VERSION__: JSON.stringify(version) },
    banner: { js: requireBanner },
  }),
  build({ ...common, ...faces }),
]).catch(() => undefined); // esbuild has said why

if (results) await place(results);
else process.exitCode = 1;

/** Puts the bundles, and what goes beside them, into dist/. */
async function place(built) {
  const outputFiles = built.flatMap((one) => one.outputFiles);
  const metafile = {
    inputs: Object.assign({}, ...built.map((one) => one.metafile.inputs)),
    outputs: Object.assign({}, ...built.map((one) => one.metafile.outputs)),
  };
  const outputs = new Map(outputFiles.map((file) => [file.path, Buffer.from(file.contents)]));
  for (const [name, file] of faceAssets())
    outputs.set(path.join(out, 'assets/faces', name), await readFile(file));
  const player = path.join(root, 'node_modules/hls.js/dist/hls.light.min.js');
  outputs.set(path.join(out, 'assets', 'hls.js'), await readFile(player));
  outputs.set(path.join(out, 'THIRD-PARTY-LICENSES.txt'), Buffer.from(await licences(metafile)));
  for (const [file, contents] of outputs) await put(file, contents);
  if (!keep) await removeOthers(out, outputs);
  if (!quiet) report(metafile);
}

/** The recogniser's models, without those for age, gender and feelings, and its WebAssembly; by name. */
function faceAssets() {
  const models = path.join(root, 'node_modules/@vladmandic/face-api/model');
  const wasm = path.join(root, 'node_modules/@tensorflow/tfjs-backend-wasm/dist');
  const nets = ['ssd_mobilenetv1', 'face_landmark_68', 'face_recognition'];
  const files = [
    ...nets
      .flatMap((net) => [`${net}_model.bin`, `${net}_model-weights_manifest.json`])
      .map((name) => [models, name]),
    ...['tfjs-backend-wasm-simd.wasm', 'tfjs-backend-wasm.wasm'].map((name) => [wasm, name]),
  ];
  return files.map(([folder, name]) => [name, path.join(folder, name)]);
}

async function put(file, contents) {
  const present = await readFile(file).catch(() => undefined);
  if (present?.equals(contents)) return;
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, contents);
  await rename(temporary, file);
}

async function removeOthers(folder, wanted) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !wanted.has(file)) await rm(file);
  }
}

/** The licence texts of every package whose code is in the bundle; their licences ask for it. */
async function licences(metafile) {
  const names = new Set(['hls.js']);
  for (const file of Object.keys(metafile.inputs)) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(file);
    if (found?.[1]) names.add(found[1]);
  }
  const texts = [];
  for (const name of [...names].sort()) {
    const folder = path.join(root, 'node_modules', name);
    const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}'));
    let text = '';
    for (const file of ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE', 'License'])
      text ||= await readFile(path.join(folder, file), 'utf8').catch(() => '');
    // Some packages name the Apache licence without carrying its text, which is the one of this project.
    if (!text && manifest.license === 'Apache-2.0') text = await readFile(path.join(root, 'LICENSE'), 'utf8');
    texts.push(`${name} ${manifest.version ?? ''} (${manifest.license ?? 'see below'})\n\n${text.trim()}\n`);
  }
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

function report(metafile) {
  for (const [file, { bytes, entryPoint }] of Object.entries(metafile.outputs))
    if (entryPoint && !file.includes('/chunks/'))
      console.error(`${path.relative(root, path.resolve(root, file))}  ${(bytes / 1024).toFixed(0)} KiB`);
}
