/** What the client sent and what was acknowledged: the model that the service is held against. */
import type { Medium } from './media.ts';

/**
 * `sent`: nobody knows whether it is there, because no answer came. `there`: it was acknowledged.
 * `leaving`: its deletion was sent, and may have been done. `gone`: its deletion was acknowledged.
 */
export type Fate = 'sent' | 'there' | 'leaving' | 'gone';

/** Something that was asked for below a file. */
export interface Made {
  readonly kind: 'share' | 'segmentation' | 'frames';
  readonly id: string;
  fate: Fate;
}

/** A file: one for each try to upload it. */
export interface SentFile {
  /** A name that no other has. */
  readonly name: string;
  readonly medium: Medium;
  /** What the subtitles say that were sent with it. */
  readonly subtitles?: string;
  /** Known once it was acknowledged. */
  id?: string;
  fate: Fate;
  /** When it was acknowledged, by Date.now(). */
  since?: number;
  readonly made: Made[];
  /** The collections that it is in. */
  readonly members: Map<string, Fate>;
}

/** A criterion that was attached to a collection. */
export interface Attached {
  readonly name: string;
  readonly collection: string;
  id?: string;
  fate: Fate;
}

export interface History {
  readonly files: SentFile[];
  /** The collections of moments, to which criteria are attached. */
  readonly collections: string[];
  /** The collection whose files are described, with what is said in them. */
  described: string;
  readonly attached: Attached[];
  /** Requests that were answered. */
  answered: number;
  /** Requests that got no answer. */
  unanswered: number;
  /** Broken promises that were seen at once. */
  readonly lost: string[];
}

export function newHistory(): History {
  return { files: [], collections: [], described: '', attached: [], answered: 0, unanswered: 0, lost: [] };
}

/** The files that were acknowledged, and not deleted. */
export const kept = ({ files }: History): (SentFile & { readonly id: string })[] =>
  files.flatMap((file) => (file.fate === 'there' && file.id !== undefined ? [{ ...file, id: file.id }] : []));
