import type { Entry, PackageTree } from './entry.ts';
import { language } from './language.ts';
import { meaning } from './meaning.ts';
import packages from './packages.json' with { type: 'json' };
import { pictures } from './pictures.ts';
import { speakers } from './speakers.ts';
import { speech } from './speech.ts';
import { text } from './text.ts';

export type {
  Download,
  Entry,
  EntryName,
  PackagePlace,
  PackageTree,
  RegistryArchive,
} from './entry.ts';
export { entryNames } from './entry.ts';

/** All that vau setup can bring. */
export interface Catalogue {
  readonly models: readonly Entry[];
  readonly packages: readonly PackageTree[];
}

/** The catalogue of this release. */
export const catalogue: Catalogue = {
  models: [...speech, ...speakers, ...text, ...meaning, ...pictures, ...language],
  packages,
};
