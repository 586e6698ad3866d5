import type { Generated } from 'kysely';
import type { Json } from './column.ts';

/** What made vectors. */
export interface EncodersTable {
  id: Generated<number>;
  model: string;
  /** Numbers of a vector. */
  dimension: number;
  /** A MeasuredScale as JSON; null: it is to be measured, or needs none. */
  scale: Json | null;
  /** When its vectors became complete, Unix ms, while those of an earlier one are kept; else null. */
  complete_at: number | null;
}

/** The sign bits of the vector of a passage or a picture, and where it is. */
export interface BitsTable {
  id: number;
  encoder: number;
  /** The rowid of its collection. It may be given again, so check what a search finds. */
  collection: number;
  bits: Uint8Array;
}

/** A spoken sentence, shown text or described scene of a collection file, with its vector. Times in seconds. */
export interface PassagesTable {
  /** Ascending, never given again. */
  id: Generated<number>;
  account_id: string;
  collection_id: string;
  file_id: string;
  modality: string;
  start_time: number;
  end_time: number;
  text: string;
  encoder: number;
  /** See search/vectors/compact.ts. */
  vector: Uint8Array;
}

/** A frame that stands for a part of a collection file, with its vector. Times in seconds. */
export interface PicturesTable {
  /** Ascending, never given again. */
  id: Generated<number>;
  account_id: string;
  collection_id: string;
  file_id: string;
  start_time: number;
  end_time: number;
  /** When it is shown. */
  frame_time: number;
  encoder: number;
  /** See search/vectors/compact.ts. */
  vector: Uint8Array;
}
