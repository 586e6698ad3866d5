/**
 * `vau setup`: names of the catalogue come in; models are chosen (find.ts, choose.ts), agreed to and fetched into the
 * data folder (here), shown or removed.
 */

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Fetcher, openFetcher } from '../../client/network/fetch.ts';
import { makeFolder } from '../../media/files.ts';
import { loadService } from '../local/opening/door.ts';
import { offerRedoOfSpeech } from '../local/service/redo-speech.ts';
import { dataFolderOf } from '../local/service/serve.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { certificatesOf } from '../run/session/connect.ts';
import { version } from '../terminal/version.ts';
import { agreeTo, costOf } from './agree.ts';
import type { Catalogue, Entry, EntryName, PackageTree } from './catalogue/index.ts';
import { listed, removeUnneeded, sizeOf, useModel, type WholeModel, wholeModels } from './choose.ts';
import { fetchArchive, fetchFile, type Means } from './fetching/fetch.ts';
import { checkRoom } from './fetching/refusals.ts';
import { registryOf } from './fetching/registry.ts';
import { sourceOf } from './fetching/sources.ts';
import { unpack } from './fetching/unpack.ts';
import { catalogueWith, chosenEntries, treesOf } from './find.ts';

/** A folder that is still filled after this time was left by a set-up that was killed. */
const LEFT_MS = 24 * 3_600_000;

const isStaging = (name: string): boolean => /^\.[0-9a-f-]{36}$/.test(name);

/** A new folder beside its final place, so that a rename makes it visible. Removes what killed set-ups have left there. */
async function newFolder(parent: string): Promise<string> {
  makeFolder(parent, 0o700);
  for (const name of (await readdir(parent)).filter(isStaging)) {
    const folder = path.join(parent, name);
    const made = await stat(folder).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > LEFT_MS) await rm(folder, { recursive: true, force: true });
  }
  const folder = path.join(parent, `.${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

// Brings a package and all that it needs from the npm registry into the data folder. No script of theirs is run.

/** Archives that are fetched at the same time. */
const PARALLEL = 6;

/** Brings it, unless it is there. Appears whole, or not at all. @throws CliError */
async function bringPackage(tree: PackageTree, means: Means): Promise<void> {
  const service = await loadService();
  const target = service.packageFolder(means.dataDir, tree);
  if (service.readPackage(means.dataDir, tree)) return;
  const staging = await newFolder(path.dirname(target));
  try {
    let done = 0;
    const waiting = [...tree.tree];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { at, name, version, integrity } = next;
        const into = path.join(staging, at);
        makeFolder(into, 0o700);
        const archive = await fetchArchive({ name, version, integrity }, means);
        await unpack(archive.file, {
          format: 'tar.gz',
          name: `${name} ${version}`,
          into,
          signal: means.signal,
        });
        await archive.done();
        done += 1;
        means.say(`${tree.name} ${tree.version}: ${done} of ${tree.tree.length} packages`);
      }
    };
    const workers = Array.from({ length: PARALLEL }, work);
    try {
      await Promise.all(workers);
    } finally {
      // One that still works would make its folder anew after it was removed.
      waiting.length = 0;
      await Promise.allSettled(workers);
    }
    await writeFile(path.join(staging, service.ENTRY), service.entryCode, { mode: 0o600 });
    const { name, version, licence } = tree;
    await service.writeManifest(staging, {
      name,
      version,
      licence,
      source: means.registry,
      installed_at: Date.now(),
      packages: tree.tree.map(({ name, version, integrity }) => ({ name, version, integrity })),
    });
    await rm(target, { recursive: true, force: true });
    await rename(staging, target);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Publishers that say nothing for this long, in ms, have stopped. */
const SILENCE = { connect: 15_000, answer: 60_000 };

/** Connections for downloads: the proxies of the environment, and the certificates of --ca-file. */
async function fetcherFor(session: Session): Promise<Fetcher> {
  const settings = await session.settings();
  const seconds = session.flags.requestTimeout;
  return openFetcher({
    env: session.env,
    ca: certificatesOf(settings),
    userAgent: `vau/${version}`,
    timeouts: seconds === undefined ? SILENCE : { ...SILENCE, answer: seconds * 1000 },
  });
}

export interface SetupFlags {
  readonly dataDir?: string | undefined;
  readonly from?: string | undefined;
  readonly registry?: string | undefined;
  readonly catalogue?: string | undefined;
  readonly yes?: boolean | undefined;
}

/** Brings models and what loads them, and sets the service to use them. */
export async function installAction(
  session: Session,
  name: EntryName,
  model: string | undefined,
  flags: SetupFlags,
): Promise<Result> {
  const dataDir = dataFolderOf(flags, session.env);
  const known = catalogueWith(flags.catalogue, session.env);
  const entries = chosenEntries(known, name, model);
  const source = await sourceOf(flags.from);
  const trees = await missingTrees(known, entries, dataDir);
  // Who says where to fetch it from wants it from there.
  const isAsked = (flags.from ?? flags.registry ?? flags.catalogue) !== undefined;
  const present = isAsked ? [] : await wholeModels(session, known, entries, dataDir);
  const missing = entries.filter((entry) => !present.some((one) => one.entry === entry));
  for (const { entry, folder } of present) session.note(`${entry.title} is there already, in ${folder}`);
  if (missing.length + trees.length > 0) await agreeTo(session, missing, trees, flags.yes === true);
  const registry = registryOf(flags.registry, session.env);
  const rows = await bring(session, {
    known,
    entries,
    present,
    trees,
    dataDir,
    source,
    registry,
    named: model !== undefined,
  });
  if (name === 'speech') await offerRedoOfSpeech(session, dataDir);
  return { value: name === 'text' ? rows : rows[0], rows };
}

/** What to bring, where from and into which data folder. */
interface Bringing extends Pick<Means, 'dataDir' | 'source' | 'registry'> {
  readonly known: Catalogue;
  readonly entries: readonly Entry[];
  /** Those of them that are there, and are not fetched again. */
  readonly present: readonly WholeModel[];
  readonly trees: readonly PackageTree[];
  /** The user has named the models: they are used instead of others that are there. */
  readonly named: boolean;
}

/** The model of a name that is brought if none is named. */
export interface Preferred {
  /** Bytes to fetch, with the packages that it needs. */
  readonly bytes: number;
  /** Brings it without a word about its licence. @throws CliError */
  bring(): Promise<void>;
}

/** Looks up the preferred model of a name. @param from as --from @throws UsageError if that is nothing to read */
export async function preferredModel(
  session: Session,
  name: EntryName,
  { dataDir, from }: { readonly dataDir: string; readonly from?: string | undefined },
): Promise<Preferred> {
  const known = catalogueWith(undefined, session.env);
  const entries = chosenEntries(known, name, undefined);
  const trees = await missingTrees(known, entries, dataDir);
  const source = await sourceOf(from);
  const registry = registryOf(undefined, session.env);
  const bringing = { known, entries, present: [], trees, dataDir, source, registry, named: false };
  return {
    bytes: costOf(entries, trees).fetched,
    bring: async () => void (await bring(session, bringing)),
  };
}

async function bring(session: Session, { entries, trees, present, ...bringing }: Bringing) {
  const { dataDir, known, source, registry, named } = bringing;
  const presentOf = (entry: Entry) => present.find((one) => one.entry === entry);
  const missing = entries.filter((entry) => !presentOf(entry));
  if (missing.length + trees.length === 0)
    return Promise.all(present.map((one) => useModel(one, dataDir, named)));
  makeFolder(dataDir, 0o700);
  await checkRoom(dataDir, costOf(missing, trees).room);
  const fetcher = await fetcherFor(session);
  const progress = session.progress('Starting');
  try {
    const { signal } = session;
    const say = (line: string) => progress.update(line);
    const means: Means = { dataDir, source, registry, fetcher, signal, say };
    const rows = [];
    for (const tree of trees) await bringPackage(tree, means);
    for (const entry of entries) {
      const whole = presentOf(entry) ?? (await installModel(entry, known, means));
      rows.push(await useModel(whole, dataDir, named));
    }
    progress.stop('Done');
    return rows;
  } catch (error) {
    // Packages without a model are of no use to anyone.
    await removeUnneeded(dataDir, trees);
    session.signal.throwIfAborted();
    throw error;
  } finally {
    progress.stop();
    await fetcher.close().catch(() => undefined);
  }
}

/** The package trees that are not there yet. */
async function missingTrees(
  known: Catalogue,
  entries: readonly Entry[],
  dataDir: string,
): Promise<PackageTree[]> {
  const { readPackage } = await loadService();
  const trees = entries.flatMap((entry) => treesOf(known, entry));
  return [...new Map(trees.map((tree) => [tree.name, tree])).values()].filter(
    (tree) => !isThere(() => readPackage(dataDir, tree)),
  );
}

/** A damaged one is brought again. */
function isThere(read: () => unknown): boolean {
  try {
    return read() !== undefined;
  } catch {
    return false;
  }
}

async function installModel(entry: Entry, known: Catalogue, means: Means): Promise<WholeModel> {
  const service = await loadService();
  const { name, model, kind, languages, licence } = entry;
  const target = service.modelFolder(means.dataDir, name, model);
  const staging = await newFolder(path.dirname(target));
  try {
    const origins: string[] = [];
    for (const wanted of entry.downloads)
      origins.push(await fetchFile(wanted, `${name}/${model}`, staging, means));
    const files = await listed(entry, staging, means.signal);
    await service.writeManifest(staging, {
      name,
      model,
      kind,
      licence,
      installed_at: Date.now(),
      files,
      languages: [...languages],
      source: origins.join(' '),
      packages: treesOf(known, entry).map(({ name, version }) => ({ name, version })),
      options: { ...entry.options },
    });
    await replace(staging, target);
    return { entry, folder: target, bytes: sizeOf(files), source: origins };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Puts a folder in the place of another one, which a process may still read. */
async function replace(staging: string, target: string): Promise<void> {
  const aside = `${staging}.old`;
  const had = await rename(target, aside).then(
    () => true,
    () => false,
  );
  try {
    await rename(staging, target);
  } catch (error) {
    if (had) await rename(aside, target);
    throw error;
  }
  if (had) await rm(aside, { recursive: true, force: true });
}
