/**
 * Models and packages in the data folder, as `vau setup` brought them. A name comes in; the folder with its manifest
 * goes out, or undefined if nothing whole is there. Nothing is downloaded or loaded here.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { settingsEnvironment } from '../context/settings-file.ts';
import { type ChosenName, folderName, modelSettings } from '../context/settings-keys.ts';
import { replaceText } from '../store/objects/durable.ts';

/** What a model can be set up for. A scene text "model" is a language of the recogniser. */
const modelNames = ['speech', 'speakers', 'text', 'meaning', 'pictures', 'language'] as const;

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

/** A path below the folder, with slashes on every system. No part is `.` or `..`, and none has a backslash or a colon. */
const below = z
  .string()
  .regex(/^(?!\.{1,2}(\/|$))[^/\\:]+(\/(?!\.{1,2}(\/|$))[^/\\:]+)*$/, 'leaves its folder');

const packageId = z.object({
  name: z.string().regex(/^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/),
  version: z.string().regex(folderName),
});

const fileSchema = z.object({
  path: below,
  bytes: z.number().int().min(0),
  /** In hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const modelSchema = z.object({
  name: z.enum(modelNames),
  model: z.string().regex(folderName),
  /** What loads it, such as `whisper` or `gguf`. */
  kind: z.string(),
  /** Language codes; empty if it works for every language or for none. */
  languages: z.array(z.string()),
  licence: z.string(),
  /** The URL, file or folder that it came from. */
  source: z.string(),
  /** Unix milliseconds. */
  installed_at: z.number().int(),
  files: z.array(fileSchema).min(1),
  /** What loads it, from the npm registry. */
  packages: z.array(packageId),
  /** What its runtime must know and its files do not say, such as `query_prefix`. */
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

const packageSchema = packageId.extend({
  licence: z.string(),
  source: z.string(),
  installed_at: z.number().int(),
  /** The package and all that it needs. Each archive had this hash. */
  packages: z.array(packageId.extend({ integrity: z.string() })).min(1),
});

/** What is in a model's folder. */
export type ModelManifest = Readonly<z.infer<typeof modelSchema>>;

/** What is in a package's folder. */
export type PackageManifest = Readonly<z.infer<typeof packageSchema>>;

/** A model that is there with all of its files. */
export interface InstalledModel {
  /** Absolute path. */
  readonly folder: string;
  readonly manifest: ModelManifest;
}

/**
 * The model in a folder.
 * @returns undefined if there is none, or its set-up was interrupted
 * @throws Error saying which file is damaged or missing
 */
export function readModel(dataDir: string, name: ModelName, model: string): InstalledModel | undefined {
  const folder = modelFolder(dataDir, name, model);
  const manifest = read(folder, modelSchema);
  if (!manifest) return undefined;
  for (const { path: file, bytes } of manifest.files) {
    const size = statSync(path.join(folder, file), { throwIfNoEntry: false })?.size;
    if (size === undefined) throw new Error(`${path.join(folder, file)} is missing.`);
    if (size !== bytes)
      throw new Error(`${path.join(folder, file)} has ${size} bytes and should have ${bytes}.`);
  }
  return { folder, manifest };
}

/** The package in its folder; undefined if there is none, or its set-up was interrupted. @throws Error if it is damaged */
export function readPackage(dataDir: string, id: PackageId): PackageManifest | undefined {
  return read(packageFolder(dataDir, id), packageSchema);
}

function read<T>(folder: string, schema: z.ZodType<T>): T | undefined {
  const file = path.join(folder, MANIFEST);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const checked = schema.safeParse(parsed(text));
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new Error(`${file} is damaged: ${issue?.path.join('.') || 'it'}: ${issue?.message}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes the manifest of a model or a package into its folder: whole, or not at all. @throws Error if it breaks the rules */
export async function writeManifest(
  folder: string,
  manifest: ModelManifest | PackageManifest,
): Promise<void> {
  const schema = 'files' in manifest ? modelSchema : packageSchema;
  const text = `${JSON.stringify(schema.parse(manifest), null, 2)}\n`;
  await replaceText(path.join(folder, MANIFEST), text);
}

/**
 * The model in use. The settings are read now: what vau setup has just brought is used without a restart.
 * @returns undefined if none is set up
 * @throws Error naming the model and the command that brings it, if one is set and is not there
 */
export function chosenModel(dataDir: string, name: ChosenName): InstalledModel | undefined {
  const model = chosenName(dataDir, name);
  if (model === undefined) return undefined;
  const { variable } = modelSettings[name];
  const next = `Get it with: vau setup ${name} ${model}`;
  let found: InstalledModel | undefined;
  try {
    found = readModel(dataDir, name, model);
  } catch (error) {
    throw new Error(`The model ${model} is damaged: ${(error as Error).message} ${next}`, { cause: error });
  }
  if (found) return found;
  throw new Error(
    `The model ${model} for ${name} is not installed, but ${variable} or its setting names it. ${next}`,
  );
}

/** The model that the settings name, whether it is there or not; undefined if they name none. */
export function chosenName(dataDir: string, name: ChosenName): string | undefined {
  return settingsEnvironment(dataDir, process.env)[modelSettings[name].variable]?.trim() || undefined;
}

/** All complete models of a name, sorted; damaged ones are left out. */
export function installedModels(dataDir: string, name: ModelName): InstalledModel[] {
  let models: string[];
  try {
    models = readdirSync(path.join(dataDir, 'models', name)).sort();
  } catch {
    return [];
  }
  return models
    .filter((model) => folderName.test(model))
    .flatMap((model) => {
      try {
        return readModel(dataDir, name, model) ?? [];
      } catch {
        return [];
      }
    });
}

/** The file that imports a package by name, for a process that is started with it. */
export function entryOf(dataDir: string, id: PackageId): string {
  return path.join(packageFolder(dataDir, id), ENTRY);
}

/** What that file contains. */
export const entryCode = 'export const load = (name) => import(name);\n';
