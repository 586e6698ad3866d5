/** The models of a data folder: which is used, which is there as the catalogue says, and what no model needs any more. */
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { loadService, type ModelManifest } from '../local/opening/door.ts';
import type { Session } from '../model/session.ts';
import {
  type Catalogue,
  type Download,
  type Entry,
  type EntryName,
  entryNames,
  type PackageTree,
} from './catalogue/index.ts';
import { addressOf, hashesOf } from './fetching/fetch.ts';
import { treesOf } from './find.ts';

/**
 * Sets the service to use a model. Languages of text are used as soon as they are there.
 * @param named the user has named it; otherwise another model that is there stays in use
 * @returns the setting; null if there is none, or it was left alone
 */
export async function choose(
  dataDir: string,
  name: EntryName,
  model: string,
  named: boolean,
): Promise<string | null> {
  if (name === 'text') return null;
  const { changeSetting, effectiveSettings, installedModels, modelSettings } = await loadService();
  const { setting } = modelSettings[name];
  const now = effectiveSettings(dataDir, {}).find(({ key }) => key === setting)?.value ?? null;
  const there = () => installedModels(dataDir, name).some(({ manifest }) => manifest.model === now);
  if (!named && now !== null && now !== model && there()) return null;
  await changeSetting(dataDir, setting, model);
  return setting;
}

/** The model that the settings file or the environment names. */
export async function chosenIn(
  dataDir: string,
  name: EntryName,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (name === 'text') return undefined;
  const { effectiveSettings, modelSettings } = await loadService();
  const { setting } = modelSettings[name];
  return effectiveSettings(dataDir, env).find(({ key }) => key === setting)?.value ?? undefined;
}

/** Removes a folder. One that is half removed must not look whole: it is renamed first. */
export async function away(folder: string): Promise<void> {
  const aside = path.join(path.dirname(folder), `.${path.basename(folder)}.removed`);
  await rm(aside, { recursive: true, force: true });
  await rename(folder, aside);
  await rm(aside, { recursive: true, force: true });
}

/** Removes those of these packages that no model needs. @returns their names and versions */
export async function removeUnneeded(
  dataDir: string,
  packages: readonly { readonly name: string; readonly version: string }[],
): Promise<string[]> {
  const { installedModels, packageFolder, readPackage } = await loadService();
  const needed = entryNames
    .flatMap((name) => installedModels(dataDir, name))
    .flatMap((one) => one.manifest.packages.map(({ name, version }) => `${name} ${version}`));
  const removed: string[] = [];
  for (const one of packages) {
    const text = `${one.name} ${one.version}`;
    if (needed.includes(text) || removed.includes(text) || !readPackage(dataDir, one)) continue;
    await away(packageFolder(dataDir, one));
    removed.push(text);
  }
  return removed;
}

/** A model that is there, as its manifest says. */
export interface WholeModel {
  readonly entry: Entry;
  readonly folder: string;
  readonly bytes: number;
  /** Where its files came from. */
  readonly source: readonly string[];
}

/**
 * Those of these models that need not be fetched: they are what the catalogue describes now, and their files are those that
 * were fetched. The files are read for that.
 */
export async function wholeModels(
  session: Session,
  known: Catalogue,
  entries: readonly Entry[],
  dataDir: string,
): Promise<WholeModel[]> {
  const { installedModels } = await loadService();
  const whole: WholeModel[] = [];
  for (const entry of entries) {
    const found = installedModels(dataDir, entry.name).find(({ manifest }) => manifest.model === entry.model);
    if (!found || !isAsDescribed(entry, treesOf(known, entry), found.manifest)) continue;
    const { folder, manifest } = found;
    // A file that is gone or cannot be read is fetched again.
    const now = await listed(entry, folder, session.signal).catch(() => undefined);
    session.signal.throwIfAborted();
    if (!now || !isDeepStrictEqual(now, manifest.files)) continue;
    whole.push({ entry, folder, bytes: sizeOf(now), source: originsOf(entry, manifest) });
  }
  return whole;
}

/** Where each download came from. A path of --from may have spaces in it. */
const originsOf = ({ downloads }: Entry, { source }: ModelManifest): readonly string[] =>
  downloads.length === 1 ? [source] : source.split(' ');

/** Whether a model was made of what its entry names: a later release may name other files for it. */
function isAsDescribed(entry: Entry, trees: readonly PackageTree[], manifest: ModelManifest): boolean {
  const { kind, options, downloads } = entry;
  const origins = originsOf(entry, manifest);
  const isFile = (wanted: Download, index: number, path: string) => {
    // The hash of an archive says nothing of a file in it; then the address has to be the same.
    const sum = wanted.sums?.[path] ?? (wanted.archive ? undefined : wanted.sha256);
    const file = manifest.files.find((one) => one.path === path);
    return sum === undefined ? origins[index] === addressOf(wanted) : file?.sha256 === sum;
  };
  const packages = trees.map(({ name, version }) => ({ name, version }));
  return (
    kind === manifest.kind &&
    isDeepStrictEqual({ ...options }, manifest.options) &&
    isDeepStrictEqual(packages, manifest.packages) &&
    downloads.every((wanted, index) => wanted.keep.every((path) => isFile(wanted, index, path)))
  );
}

/** Sets the service to use a model that is there. @returns the row that the command shows */
export async function useModel(
  { entry, folder, bytes, source }: WholeModel,
  dataDir: string,
  named: boolean,
) {
  const { name, model, licence } = entry;
  const setting = await choose(dataDir, name, model, named);
  return { name, model, licence, folder, bytes, source, setting };
}

export const sizeOf = (files: readonly { readonly bytes: number }[]): number =>
  files.reduce((sum, one) => sum + one.bytes, 0);

/** The files that are kept, as the manifest lists them. */
export async function listed({ downloads }: Entry, folder: string, signal: AbortSignal) {
  const files = [];
  for (const file of downloads.flatMap(({ keep }) => keep)) {
    const { sha256, bytes } = await hashesOf(path.join(folder, file), signal);
    files.push({ path: file, bytes, sha256 });
  }
  return files;
}
