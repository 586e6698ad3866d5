import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { loadService } from '../local/opening/door.ts';
import { entryNames } from './catalogue/index.ts';

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
