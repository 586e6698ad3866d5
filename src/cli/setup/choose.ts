import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { loadService } from '../local/opening/door.ts';
import { type EntryName, entryNames } from './catalogue/index.ts';

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
