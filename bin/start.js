// Runs the bundle, with V8's compiled form of it from the last time a command of that name ended well.
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { crc32 } from 'node:zlib';

const bundle = fileURLToPath(new URL('../dist/cli.cjs', import.meta.url));
const folder = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * Runs the program on these words. What V8 compiled is kept beside the bundle, or in the cache folder of the user
 * where that may not be written: a file for each command, as each needs other functions. Without a file, with one
 * that V8 does not take (another Node, another bundle), or where nothing can be written, it only starts later.
 * @returns false when there is no bundle
 */
export function start(words) {
  const made = statOf(bundle);
  if (!made) return false;
  const name = nameOf(words, made);
  const places = [`${folder}/cache`, userFolder()].filter(Boolean);
  const cachedData = compiled(places, name, made);
  const source = readFileSync(bundle, 'latin1');
  const script = new vm.Script(
    `(function(require,module,exports,__filename,__dirname,__vauImport){${source}\n})`,
    {
      filename: bundle,
      ...(cachedData ? { cachedData } : {}),
    },
  );
  if (!cachedData || script.cachedDataRejected)
    process.once('exit', (status) => status === 0 && keep(script, places, name));
  script.runInThisContext()(createRequire(bundle), { exports: {} }, {}, bundle, folder, load);
  return true;
}

/** What the script imports for itself: a module beside it, or a package. A script that V8 had kept cannot. */
function load(specifier) {
  return import(specifier.startsWith('./') ? new URL(specifier, pathToFileURL(bundle)).href : specifier);
}

/** The command as the name of a file, with what it depends on: the bundle and the Node that compiled it. */
function nameOf(words, { mtimeMs, size }) {
  const plain = words.filter((word) => /^[a-z][a-z-]{1,20}$/.test(word)).slice(0, 2);
  const [noun = 'none', verb] = plain;
  const help = words.some((word) => word === '--help' || word === '-h') ? '+help' : '';
  const own = verbs.has(verb) ? `-${verb}` : '';
  const from = [process.versions.node, process.arch, size.toString(36), Math.trunc(mtimeMs).toString(36)];
  return `${from.join('-')}-${noun}${own}${help}.bin`;
}

/** Second words that name a command; any other may be the user's own. */
const verbs = new Set(
  'add attach cancel create delete explain get install list listen login logout logs path remove reset run set start status stop sync token unset update upload verify'.split(
    ' ',
  ),
);

/** Per user, by the XDG rules; nothing where there is no home. */
function userFolder() {
  const { XDG_CACHE_HOME: cache, HOME: home } = process.env;
  const base = cache?.startsWith('/') ? cache : home && `${home}/.cache`;
  return base && `${base}/vau`;
}

/** The kept form. It is code: only a file of whoever owns the bundle, or of this user, is taken. */
function compiled(places, name, { uid }) {
  for (const place of places) {
    const file = `${place}/${name}`;
    const found = statOf(file);
    if (!found?.isFile() || (found.uid !== uid && found.uid !== process.getuid?.())) continue;
    try {
      const kept = readFileSync(file);
      const data = kept.subarray(0, -4);
      // V8 checks what it was made from and not its bytes: damaged ones would end the process.
      if (kept.length > 4 && crc32(data) === kept.readUInt32LE(data.length)) return data;
    } catch {
      // Then it is compiled again.
    }
  }
  return undefined;
}

/** Keeps the compiled form in the first place that takes it, and drops those of other bundles there. */
function keep(script, places, name) {
  const data = script.createCachedData();
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(data));
  const current = name.split('-').slice(0, 4).join('-');
  places.some((place) => {
    const temporary = `${place}/.${process.pid}`;
    try {
      mkdirSync(place, { recursive: true, mode: 0o700 });
      writeFileSync(temporary, Buffer.concat([data, sum]), { mode: 0o600, flag: 'wx' });
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

/** Nothing where it cannot be looked at, too. A link is not followed. */
function statOf(file) {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
