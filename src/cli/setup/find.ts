/** Which models are meant. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { textIn } from '../../config/text.ts';
import { LocalError, UsageError } from '../errors/errors.ts';
import { type Catalogue, catalogue, type Entry, type EntryName, entryNames } from './catalogue/index.ts';

// The form of a catalogue of the user's own, for models on a mirror.

const word = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/, 'must be letters, digits and ._+-');
/** A path below a folder; no part is `..`. */
const below = z
  .string()
  .regex(/^(?!\.{1,2}(\/|$))[^/\\:]+(\/(?!\.{1,2}(\/|$))[^/\\:]+)*$/, 'must be a path inside the archive');
const bytes = z.number().int().min(0);
const sum = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');
const archive = z.object({
  name: z.string().regex(/^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/, 'must be the name of a package'),
  version: word,
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/, 'must be a hash such as sha512-…'),
});

const entry = z.object({
  name: z.enum(entryNames),
  model: word,
  kind: word,
  title: z.string(),
  languages: z.array(z.string()),
  licence: z.string(),
  terms: z.string(),
  downloads: z
    .array(
      z.object({
        from: z.union([z.string().regex(/^https?:\/\//, 'must be an http or https URL'), archive]),
        bytes,
        approximate: z.boolean().optional(),
        sha256: sum.optional(),
        archive: z.enum(['tar.bz2', 'tar.gz']).optional(),
        keep: z.array(below).min(1),
        folder: below.optional(),
        sums: z.record(below, sum).optional(),
      }),
    )
    .min(1),
  disk: bytes,
  memory: bytes,
  speed: z.enum(['fast', 'medium', 'slow']),
  quality: z.string(),
  packages: z.array(z.string()),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  preferred: z.boolean().optional(),
  unasked: z.boolean().optional(),
});

const tree = z.object({
  name: archive.shape.name,
  version: word,
  licence: z.string(),
  bytes,
  tree: z.array(archive.extend({ at: below, platform: z.string().optional() })).min(1),
});

/** Models and package trees, as `src/cli/setup/catalogue/entry.ts` describes them. */
export const catalogueSchema = z.object({
  models: z.array(entry),
  packages: z.array(tree).default([]),
});

/**
 * The catalogue of this release, with the entries of a file of the user's, which come first.
 * @param given value of --catalogue; VAU_CATALOGUE names the file otherwise
 * @throws UsageError
 */
export function catalogueWith(given: string | undefined, env: NodeJS.ProcessEnv): Catalogue {
  const file = given ?? (env.VAU_CATALOGUE || undefined);
  if (file === undefined) return catalogue;
  const where = given === undefined ? 'VAU_CATALOGUE' : '--catalogue';
  let read: unknown;
  try {
    read = JSON.parse(textIn(readFileSync(file)));
  } catch (error) {
    throw new UsageError(`${where}: ${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  const checked = catalogueSchema.safeParse(read);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new UsageError(`${where}: ${file}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const own = checked.data as Catalogue;
  const isOwn = (one: Entry) =>
    own.models.some(({ name, model }) => name === one.name && model === one.model);
  return {
    models: [...own.models, ...catalogue.models.filter((one) => !isOwn(one))],
    packages: [...own.packages, ...catalogue.packages],
  };
}

/** The entries of a name. */
export const entriesOf = ({ models }: Catalogue, name: EntryName): readonly Entry[] =>
  models.filter((one) => one.name === name);

/** Models that are typed together: `deu+spa`. Only languages of text are used together. */
export function modelsOf(name: EntryName, model: string | undefined): readonly string[] {
  if (model === undefined) return [];
  return name === 'text' ? model.split('+') : [model];
}

/**
 * The entries that a command line means: those named, or the preferred one.
 * @throws UsageError that lists the models, if one is unknown or must be named
 */
export function chosenEntries(from: Catalogue, name: EntryName, model: string | undefined): Entry[] {
  const all = entriesOf(from, name);
  const known = `The models for ${name} are ${all.map((one) => one.model).join(', ')}.`;
  if (model === undefined) {
    const preferred = all.find((one) => one.preferred);
    if (preferred) return [preferred];
    throw new UsageError(`Which one? ${known}`, { next: `vau setup ${name} ${all[0]?.model ?? 'MODEL'}` });
  }
  return modelsOf(name, model).map((wanted) => {
    const found = all.find((one) => one.model === wanted);
    if (found) return found;
    throw new UsageError(`There is no model ${JSON.stringify(wanted)} for ${name}. ${known}`, {
      next: 'vau setup',
    });
  });
}

/** The package trees that an entry needs. @throws LocalError if the catalogue has none for this machine */
export function treesOf(from: Catalogue, entry: Entry, platform = thisPlatform()) {
  return entry.packages.map((name) => {
    const tree = from.packages.find((one) => one.name === name);
    if (!tree) throw new LocalError(`The catalogue does not know the package ${name}`);
    const programs = tree.tree.filter((one) => one.platform !== undefined);
    if (programs.length > 0 && !programs.some((one) => one.platform === platform))
      throw new LocalError(`${name} ${tree.version} has no program for ${platform} in the npm registry`, {
        hint: 'Use an endpoint instead; vau setup shows how.',
        next: 'vau setup',
      });
    return {
      ...tree,
      tree: tree.tree.filter((one) => one.platform === undefined || one.platform === platform),
    };
  });
}

const thisPlatform = (): string => `${process.platform}-${process.arch}`;
