/** Changes the configuration: one process at a time, atomically, readable only by its owner. */
import { mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Document, type Profile, readDocument } from './document.ts';
import { ConfigError, configurationAdvice, reasonOf } from './errors.ts';
import { withLock } from './lock.ts';

export interface Written {
  /** The new path of an invalid file. */
  readonly aside?: string;
}

/**
 * Reads, changes and writes the configuration under a lock. An invalid file is kept under another name, never
 * overwritten. @param file path of config.json; its folder is created with mode 0700 if needed @param change
 * returns the new document; must not throw @throws ConfigError on a system error
 */
export async function changeDocument(
  file: string,
  change: (document: Document) => Document,
): Promise<Written> {
  try {
    return await changed(file, change);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`Cannot write ${file}: ${reasonOf(error)}`, configurationAdvice(error));
  }
}

/** One level at a time: Node's own `recursive` never ends where folders are refused with ENOENT, as in /proc. */
function makeFolder(folder: string): void {
  const isThere = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!isThere()) throw error;
  }
}

async function changed(file: string, change: (document: Document) => Document): Promise<Written> {
  const folder = path.dirname(file);
  makeFolder(folder);
  const Conf = await loadConf();
  return withLock(`${file}.lock`, () => {
    const { document, corrupt } = readDocument(file);
    const aside = corrupt === undefined ? undefined : keepAside(file);
    const next = change(document);
    const conf = new Conf<Record<string, unknown>>({
      projectName: 'vau',
      projectSuffix: '',
      cwd: folder,
      configName: path.basename(file, '.json'),
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      // What was there is read above, in whatever encoding it is, and replaced as a whole.
      deserialize: () => ({}),
    });
    conf.store = { ...next };
    return aside === undefined ? {} : { aside };
  });
}

/**
 * Loads conf. A package inside it ends the process on every signal and would break an orderly stop of the
 * service or of a wait, so its listeners are removed.
 */
async function loadConf(): Promise<typeof import('conf').default> {
  const before = endings.map((signal) => process.listeners(signal));
  const { default: Conf } = await import('conf');
  for (const [index, signal] of endings.entries())
    for (const listener of process.listeners(signal))
      if (!before[index]?.includes(listener)) process.off(signal, listener);
  return Conf;
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Changes one profile; creates it if needed. */
export function changeProfile(
  file: string,
  name: string,
  change: (profile: Profile) => Profile,
  more: (document: Document) => Document = (document) => document,
): Promise<Written> {
  return changeDocument(file, (document) => {
    const profile = change(document.profiles?.[name] ?? {});
    return more({ ...document, profiles: { ...document.profiles, [name]: profile } });
  });
}

/** Renames the file to a free name, and returns the path. */
function keepAside(file: string): string {
  const aside = `${file}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  renameSync(file, aside);
  return aside;
}
