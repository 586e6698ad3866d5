/** Which models are meant. */
import { readFileSync } from 'node:fs';
import { textIn } from '../../config/text.ts';
import { LocalError, UsageError } from '../errors/errors.ts';
import { type Catalogue, catalogue, type Entry, type EntryName } from './catalogue/index.ts';
import { catalogueSchema } from './own-catalogue.ts';

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
