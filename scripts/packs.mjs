/**
 * Cuts the command line into a few scripts, so that a command reads and starts little more than it needs. The parts
 * that esbuild splits the sources into stay functions: a part runs when it is first required (bin/start.js).
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

/** What the launcher of these sources expects its scripts to begin with. */
const { form } = createRequire(import.meta.url)('../bin/start.js');

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The scripts beside the last, `rest`, by the modules that lead to them, or the folder of these: all that such a
 * module imports at once belongs to its script too, unless an earlier script has it.
 */
const packs = {
  start: [
    'src/cli/main.ts',
    'src/cli/line/line.ts',
    'src/cli/commands/tool/config.ts',
    'src/contract/values/enums.ts',
  ],
  connection: ['src/cli/run/session/connect.ts'],
  request: [
    'src/cli/run/call.ts',
    'src/client/create.ts',
    'src/client/network/over-node.ts',
    'src/cli/reading/cards.ts',
    'src/contract/operations/outline.ts',
  ],
  probe: ['src/cli/commands/files/probe.ts', 'src/cli/probe/probe-locally.ts'],
};

/** The folders of commands: a script each, and one for what several of them need. */
const commands = ['files', 'finding', 'deriving', 'account', 'service', 'tool'];

/** What few requests need, each in a script of its own, without what it imports: the schemas, and undici. */
const apart = {
  schemas: /^node_modules\/zod\/|^src\/contract\/(resources|schemas|operations)\/(?!load|outline)/,
  undici: /^node_modules\/undici\/(?!lib\/core\/symbols)/,
};

/**
 * @param outputFiles the parts, ES modules that esbuild made with `splitting`
 * @param metafile what esbuild says of them
 * @returns scripts by file name: cli.cjs, the first one, and cli/NAME-HASH.cjs
 */
export async function packed(outputFiles, metafile, out) {
  const parts = partsOf(outputFiles, metafile, out);
  const inPack = assigned(parts);
  const idOf = new Map();
  for (const [name, files] of inPack)
    for (const [index, file] of [...files].entries()) idOf.set(file, `${name}/${index}`);
  const lateIds = filesOf(parts, latePart).map((file) => idOf.get(file));
  const scripts = new Map();
  for (const [name, files] of inPack) {
    const functions = await Promise.all(
      [...files].map((file) => partFunction(parts.get(file), file, { idOf, late: lateIds })),
    );
    scripts.set(name, functions.join(',\n'));
  }
  return named(scripts);
}

/** Each part: its code, the module that it is made for, and what it imports at once; by its path. */
function partsOf(outputFiles, { outputs }, out) {
  const code = new Map(outputFiles.map((file) => [path.resolve(file.path), file.text]));
  return new Map(
    Object.entries(outputs).map(([file, { entryPoint, imports, inputs }]) => [
      file,
      {
        entryPoint,
        inputs: Object.keys(inputs),
        code: code.get(path.resolve(out, '..', file)),
        imports: imports
          .filter(({ kind, external }) => kind === 'import-statement' && !external)
          .map((one) => one.path),
      },
    ]),
  );
}

/** The files of each script. */
function assigned(parts) {
  const free = new Set(parts.keys());
  const inPack = new Map();
  for (const [name, pattern] of Object.entries(apart)) {
    const has = (file) => parts.get(file).inputs.some((input) => pattern.test(input));
    inPack.set(name, new Set([...free].filter((file) => has(file) && free.delete(file))));
  }
  const give = (name, files) => inPack.set(name, new Set([...files].filter((file) => free.delete(file))));
  for (const [name, sources] of Object.entries(packs)) give(name, leadTo(parts, sources));
  const folders = commands.map((name) => [name, leadTo(parts, [`src/cli/commands/${name}/`])]);
  const ofSeveral = [...free].filter((file) => folders.filter(([, files]) => files.has(file)).length > 1);
  give('shared', ofSeveral);
  for (const [name, files] of folders) give(name, files);
  return inPack.set('rest', free);
}

/** The parts with such modules, and all that these import at once. */
function leadTo(parts, sources) {
  const files = new Set(sources.flatMap((source) => filesOf(parts, source)));
  for (const file of files) for (const next of parts.get(file).imports) files.add(next);
  return files;
}

/** The parts with a module, or with those of a folder that are loaded on demand. */
function filesOf(parts, source) {
  const entryOf = ({ entryPoint = '' }) => entryPoint.replace(`named:${root}`, '');
  // A module that others import too is in a part of its own; that of its entry only passes it on.
  const has = (part) =>
    source.endsWith('/')
      ? entryOf(part).startsWith(source)
      : part.inputs.includes(source) || entryOf(part) === source;
  const found = [...parts].filter(([, part]) => has(part)).map(([file]) => file);
  if (found.length === 0)
    throw new Error(`scripts/packs.mjs names ${source}, which the command line does not have`);
  return found;
}

/** A part as a function of CommonJS. */
async function partFunction({ code }, file, { idOf, late }) {
  const beside = (specifier) => idOf.get(path.join(path.dirname(file), specifier));
  const told = code.replace(/\b(from|import|import\()"(\.[^"]+)"/g, (whole, how, specifier) => {
    const id = beside(specifier);
    return id ? `${how}"vau:${id}"` : whole;
  });
  const { code: script } = await transform(told, {
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
  });
  // A script from a V8 cache cannot import by itself: the launcher does it.
  const lazy = withoutHelpers(script)
    .replace(imported, (whole, name, id) =>
      lateModules.has(id) || late.includes(id.slice('vau:'.length))
        ? `${name}=__late(()=>require("${id}"))`
        : whole,
    )
    .replace(/\bimport\("(vau:[a-z]+\/\d+)"\)/g, 'Promise.resolve().then(()=>require("$1"))')
    .replace(/\bimport\((?=")/g, '__vauImport(');
  return `${JSON.stringify(idOf.get(file))}(require,module,exports){${lazy}\n}`;
}

/**
 * Modules of Node that take time to load and are imported by more parts than use them: each is loaded when one of its
 * functions is first used. Only imports by name can be late: those of a default copy the whole module.
 */
const lateModules = new Set(
  [
    'child_process',
    'crypto',
    'fs/promises',
    'https',
    'module',
    'stream/promises',
    'timers/promises',
    'worker_threads',
    'zlib',
  ].map((name) => `node:${name}`),
);
/** A module whose part is late too: the width of plain ASCII is its length (src/cli/terminal/text-width.ts). */
const latePart = 'node_modules/string-width/index.js';

const imported = /\b(import_\w+)=require\("([^"]+)"\)/g;
const lateHelper = '__late=load=>new Proxy({},{get:(_,name)=>load()[name]})';

/**
 * What esbuild writes at the start of every part: how it makes a module of CommonJS. A script has it once, around its parts:
 * each of its functions would be kept in V8's code cache as often as there are parts.
 */
const helpers = [
  'var __create=Object.create;',
  'var __defProp=Object.defineProperty;',
  'var __getOwnPropDesc=Object.getOwnPropertyDescriptor;',
  'var __getOwnPropNames=Object.getOwnPropertyNames;',
  'var __getProtoOf=Object.getPrototypeOf;',
  'var __hasOwnProp=Object.prototype.hasOwnProperty;',
  'var __export=(target,all)=>{for(var name in all)__defProp(target,name,{get:all[name],enumerable:!0})};',
  'var __copyProps=(to,from,except,desc)=>{if(from&&typeof from=="object"||typeof from=="function")for(let key of __getOwnPropNames(from))!__hasOwnProp.call(to,key)&&key!==except&&__defProp(to,key,{get:()=>from[key],enumerable:!(desc=__getOwnPropDesc(from,key))||desc.enumerable});return to};',
  'var __toESM=(mod,isNodeMode,target)=>(target=mod!=null?__create(__getProtoOf(mod)):{},__copyProps(isNodeMode||!mod||!mod.__esModule?__defProp(target,"default",{value:mod,enumerable:!0}):target,mod));',
  'var __toCommonJS=mod=>__copyProps(__defProp({},"__esModule",{value:!0}),mod);',
].map((text) => text.slice('var '.length, -1));

/** A part without the helpers at its start. */
function withoutHelpers(script) {
  let rest = script;
  for (;;) {
    const known = rest.startsWith('var ') && helpers.find((text) => rest.startsWith(text, 4));
    if (!known) return rest;
    const after = rest[4 + known.length];
    // `var a=1,b=2;` becomes `var b=2;`
    rest = (after === ',' ? 'var ' : '') + rest.slice(5 + known.length);
  }
}

/** The scripts by file name. The first one knows the names of the others. */
function named(scripts) {
  const files = new Map();
  const names = {};
  for (const [name, text] of scripts) {
    if (name === 'start') continue;
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
    names[name] = `cli/${name}-${hash}.cjs`;
    files.set(names[name], script(text));
  }
  return files.set('cli.cjs', script(`packs:${JSON.stringify(names)},\n${scripts.get('start')}`));
}

const script = (members) =>
  `${form}(function(__vauImport,__vauUrl,__vauOutline){var ${helpers},${lateHelper};return{${members}}})`;
