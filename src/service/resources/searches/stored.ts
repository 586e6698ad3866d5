import type { Selectable } from 'kysely';
import type { FoundFace, FoundMoment } from '../../../contract/index.ts';
import type { StoredResult } from '../../search/results/make-result.ts';
import type { SearchesTable } from '../../store/sql/schema.ts';

export type SearchRow = Selectable<SearchesTable>;

/** A face as stored; links are added when it is shown. */
export interface StoredFace extends Omit<FoundFace, 'thumbnail_url'> {
  thumbnail_key: string;
}

/** A moment as stored: as it was when it was found. Earlier versions left properties out where there were none. */
export type StoredMoment = Omit<FoundMoment, 'search_score' | 'properties'> &
  Partial<Pick<FoundMoment, 'properties'>>;

export type StoredItem = StoredResult | StoredFace | StoredMoment;

/** Results in one file. */
export interface StoredGroup {
  type: 'segment_group' | 'face_group' | 'moment_group';
  file_id: string;
  item_count: number;
  best_score: number;
  /** Best first. */
  matched_items: StoredItem[];
}

/** A stored result of a search. */
export type Stored = StoredItem | StoredGroup;
