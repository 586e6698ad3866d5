import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { folderName } from '../context/local-models.ts';
import {
  MANIFEST,
  type ModelName,
  modelFolder,
  modelNames,
  type PackageId,
  packageFolder,
} from './layout.ts';

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
  const part = path.join(folder, `.${randomUUID()}.part`);
  try {
    const handle = await open(part, 'wx', 0o600);
    await handle.writeFile(`${JSON.stringify(schema.parse(manifest), null, 2)}\n`);
    await handle.sync();
    await handle.close();
    await rename(part, path.join(folder, MANIFEST));
  } finally {
    await rm(part, { force: true });
  }
}
