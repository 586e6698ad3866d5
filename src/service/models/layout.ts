import path from 'node:path';

/** What a model can be set up for. A scene text "model" is a language of the recogniser. */
export const modelNames = ['speech', 'speakers', 'text', 'meaning', 'pictures', 'language'] as const;

export type ModelName = (typeof modelNames)[number];

/** Written last and atomically: a folder without it is an interrupted set-up, and counts as absent. */
export const MANIFEST = 'installed.json';

/** The file through which a package is imported: it resolves names from its own folder. */
export const ENTRY = 'entry.mjs';

/** The folder of a model below the data folder. */
export function modelFolder(dataDir: string, name: ModelName, model: string): string {
  return path.join(dataDir, 'models', name, model);
}

/**
 * The folder of a package from the registry and all that it needs, in its node_modules. The slash of a scope becomes a
 * plus: `packages/@scope+name-1.0.0`.
 */
export function packageFolder(dataDir: string, { name, version }: PackageId): string {
  return path.join(dataDir, 'packages', `${name.replace('/', '+')}-${version}`);
}

/** A package of the npm registry in its exact version. */
export interface PackageId {
  readonly name: string;
  readonly version: string;
}
