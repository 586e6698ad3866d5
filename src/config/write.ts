/** Changes the configuration: one at a time, whole or not at all, readable by its owner only. */
import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { type Document, type Profile, readDocument } from './document.ts';
import { ConfigError } from './errors.ts';
import { withLock } from './lock.ts';
import { configurationAdvice, reasonOf } from './reason.ts';

export interface Written {
  /** Where a file that could not be understood was kept. */
  readonly aside?: string;
}

/**
 * Reads, changes and writes the configuration while no other process does.
 * A file that cannot be understood is kept beside it under another name, never overwritten.
 * @param file path of config.json; its folder is made, mode 0700, where there is none
 * @param change gives the new document from the present one; throws nothing of its own
 * @throws ConfigError when the system refuses
 */
export async function changeDocument(
  file: string,
  change: (document: Document) => Document,
): Promise<Written> {
  try {
    return await changed(file, change);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${file} cannot be written: ${reasonOf(error)}`, configurationAdvice(error));
  }
}

async function changed(file: string, change: (document: Document) => Document): Promise<Written> {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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
    });
    conf.store = { ...next };
    return aside === undefined ? {} : { aside };
  });
}

/**
 * Loads conf. A package inside it ends the process on every signal, whatever others had planned (an orderly stop of
 * the service, the word of a wait that was interrupted): its listeners are taken off again.
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

/** Changes one profile; an empty one is made where there is none of that name. */
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

/** Renames the file to one that is not taken, and gives its path. */
function keepAside(file: string): string {
  const aside = `${file}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  renameSync(file, aside);
  return aside;
}
