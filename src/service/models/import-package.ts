import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ENTRY, type PackageId, packageFolder } from './layout.ts';
import { type InstalledModel, readPackage } from './manifest.ts';

/**
 * Imports a package that vau setup brought for a model, in the version that was brought for it.
 * @returns the package's namespace; a CommonJS package is its `default`
 * @throws Error with the command that brings it, if it is not there
 */
export async function importPackage(
  dataDir: string,
  { manifest }: Pick<InstalledModel, 'manifest'>,
  name: string,
): Promise<unknown> {
  const id = manifest.packages.find((one) => one.name === name);
  const next = `Get it with: vau setup ${manifest.name} ${manifest.model}`;
  if (!id || !readPackage(dataDir, id)) throw new Error(`The package ${name} is not installed. ${next}`);
  const { load } = (await import(pathToFileURL(entryOf(dataDir, id)).href)) as {
    load: (name: string) => Promise<unknown>;
  };
  return load(name);
}

/** The file that imports a package by name, for a process that is started with it. */
export function entryOf(dataDir: string, id: PackageId): string {
  return path.join(packageFolder(dataDir, id), ENTRY);
}

/** What that file contains. */
export const entryCode = 'export const load = (name) => import(name);\n';
