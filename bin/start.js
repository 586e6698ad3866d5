// Runs the program, with the V8 code cache of the last successful run of the same command.
const {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const vm = require('node:vm');

const folder = path.join(__dirname, '../dist');
const first = path.join(folder, 'cli.cjs');

/**
 * The form of the scripts, which each of them begins with (scripts/packs.mjs): raise it when this file needs other scripts
 * than before. Sources that were updated and not built would else end in a stack trace.
 */
const form = '/*vau scripts 3*/';
exports.form = form;

/**
 * Runs the program: a few scripts, each read when the first of its parts is required (scripts/packs.mjs). The V8
 * code cache is kept beside them, or in the user's cache folder if that is read-only: one file per command and
 * script, because commands use different functions. Without a cache file, or with one for another Node or build,
 * the program only starts more slowly. @returns why there is no program to run; undefined when it runs
 */
exports.start = (words) => {
  const made = statOf(first);
  if (!made) return 'vau is not built yet';
  const cache = {
    name: nameOf(words, made),
    places: [`${folder}/cache`, userFolder()].filter(Boolean),
    made,
  };
  const source = sourceOf(first);
  if (!source.startsWith(form)) return 'vau was updated after it was built';
  const { packs, ...parts } = run(first, source, '', cache);
  const read = (file, suffix) => run(file, sourceOf(file), suffix, cache);
  const scripts = { start: parts };
  const modules = new Map();
  const part = (id) => {
    const [, name] = /^vau:([a-z]+)/.exec(id) ?? [];
    if (!name) return require(id);
    const known = modules.get(id);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(id, module);
    scripts[name] ??= read(path.join(folder, packs[name]), `.${name}`);
    scripts[name][id.slice(4)](part, module, module.exports);
    return module.exports;
  };
  part('vau:start/0');
  return undefined;
};

/** Runs one script: its parts, functions by name. */
function run(file, source, suffix, { name, places, made }) {
  const kept = `${name}${suffix}.bin`;
  const cachedData = compiled(places, kept, made);
  const script = new vm.Script(source, { filename: file, ...(cachedData ? { cachedData } : {}) });
  if (!cachedData || script.cachedDataRejected) {
    // One listener for all: from the eleventh on, Node warns on standard error.
    if (unkept.length === 0) process.once('exit', keepAll);
    unkept.push([script, places, kept]);
  }
  return script.runInThisContext()(load, pathToFileURL(first).href, outline);
}

/** The scripts whose code is to be kept. */
const unkept = [];

function keepAll(status) {
  if (status === 0) for (const one of unkept) keep(...one);
}

function sourceOf(file, encoding = 'latin1') {
  try {
    return readFileSync(file, encoding);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    throw new Error('vau was replaced by another build while it ran: run the command again');
  }
}

/** What a request needs to know of an operation, as JSON. */
function outline(operation) {
  return sourceOf(path.join(folder, 'outlines', `${operation}.json`), 'utf8');
}

/** Imports for the program: a module beside it, or a package. A script from a V8 cache cannot import by itself. */
function load(specifier) {
  return import(specifier.startsWith('./') ? new URL(specifier, pathToFileURL(first)).href : specifier);
}

/** The start of a command's cache file names, with the build and the Node version that they depend on. */
function nameOf(words, { mtimeMs, size }) {
  const plain = words.filter((word) => /^[a-z][a-z-]{1,20}$/.test(word)).slice(0, 2);
  const [noun = 'none', verb] = plain;
  const help = words.some((word) => word === '--help' || word === '-h') ? '+help' : '';
  const own = verbs.has(verb) ? `-${verb}` : '';
  const from = [process.versions.node, process.arch, size.toString(36), Math.trunc(mtimeMs).toString(36)];
  return `${from.join('-')}-${noun}${own}${help}`;
}

/** Second words that belong to the command name; any other word may be user input. */
const verbs = new Set(
  'add attach cancel create delete explain get install list listen login logout logs path remove reset run set start status stop sync token unset update upload verify'.split(
    ' ',
  ),
);

/** The user's cache folder by the XDG rules, on Windows in %LOCALAPPDATA%; undefined without a home folder. */
function userFolder() {
  const { XDG_CACHE_HOME: cache, HOME: home, LOCALAPPDATA: local } = process.env;
  if (cache && path.isAbsolute(cache)) return path.join(cache, 'vau');
  if (process.platform === 'win32') return local && path.join(local, 'vau-cache');
  return home && path.isAbsolute(home) ? path.join(home, '.cache', 'vau') : undefined;
}

/** Reads the code cache. It is code, so the file must belong to the owner of the bundle or to this user. */
function compiled(places, name, { uid }) {
  for (const place of places) {
    const file = `${place}/${name}`;
    const found = statOf(file);
    if (!found?.isFile() || (found.uid !== uid && found.uid !== process.getuid?.())) continue;
    try {
      const kept = readFileSync(file);
      const data = kept.subarray(0, kept.length / 2);
      // V8 checks the origin of the data but not its bytes, and damaged bytes would crash the process. The file holds them
      // twice: to compare takes less time than to load what makes a checksum.
      if (data.length > 0 && data.equals(kept.subarray(data.length))) return data;
    } catch {
      // Compiled again.
    }
  }
  return undefined;
}

/** Writes the code cache to the first writable place, and removes those of other builds there. */
function keep(script, places, name) {
  const data = script.createCachedData();
  const current = name.split('-').slice(0, 4).join('-');
  places.some((place) => {
    const temporary = `${place}/.${process.pid}`;
    try {
      mkdirSync(place, { recursive: true, mode: 0o700 });
      writeFileSync(temporary, Buffer.concat([data, data]), { mode: 0o600, flag: 'wx' });
      renameSync(temporary, `${place}/${name}`);
      for (const other of readdirSync(place))
        if (other.endsWith('.bin') && !other.startsWith(current))
          rmSync(`${place}/${other}`, { force: true });
      return true;
    } catch {
      return false;
    }
  });
}

/** The status of a file, without following links; undefined on any error. */
function statOf(file) {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
