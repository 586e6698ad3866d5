import type { Kysely, Transaction } from 'kysely';
import type { AccountsTable, LedgerTable, SettingsTable, TokensTable } from './tables/accounts.ts';
import type { EntitiesTable, ExtractionsTable } from './tables/extractions.ts';
import type {
  FaceDetectionsTable,
  FaceMatchesTable,
  FacesTable,
  FrameExtractionsTable,
  MatchedFacesTable,
} from './tables/faces.ts';
import type {
  CollectionFilesTable,
  CollectionsTable,
  FilesTable,
  SegmentationsTable,
  SegmentsTable,
  ThumbnailsTable,
} from './tables/media.ts';
import type {
  DeepSearchesTable,
  DescribesTable,
  DocumentsFtsTable,
  DocumentsTable,
  DocumentsWordsTable,
  MemberOutlinesTable,
  MemberSensesTable,
  SearchesTable,
  SenseLinesTable,
  SenseResultsTable,
} from './tables/results.ts';
import type {
  EventsTable,
  FencesTable,
  JobsTable,
  SharesTable,
  TagsTable,
  TurnsTable,
  WebhooksTable,
} from './tables/work.ts';

export type * from './tables/accounts.ts';
export type * from './tables/column.ts';
export type * from './tables/extractions.ts';
export type * from './tables/faces.ts';
export type * from './tables/media.ts';
export type * from './tables/results.ts';
export type * from './tables/work.ts';

/**
 * The tables as Kysely sees them. The migrations make them; a migration and tables/ change together.
 *
 * Conventions: ids are UUID text made by us, times are integer Unix milliseconds, media times are seconds,
 * `Json` columns hold JSON text, `Flag` columns hold 0 or 1. Every row belongs to an account, and every
 * query filters by it.
 */
export interface Schema {
  accounts: AccountsTable;
  tokens: TokensTable;
  settings: SettingsTable;
  files: FilesTable;
  segmentations: SegmentationsTable;
  segments: SegmentsTable;
  thumbnails: ThumbnailsTable;
  collections: CollectionsTable;
  collection_files: CollectionFilesTable;
  sense_results: SenseResultsTable;
  member_senses: MemberSensesTable;
  sense_lines: SenseLinesTable;
  member_outlines: MemberOutlinesTable;
  documents: DocumentsTable;
  documents_fts: DocumentsFtsTable;
  documents_words: DocumentsWordsTable;
  searches: SearchesTable;
  shares: SharesTable;
  tags: TagsTable;
  webhooks: WebhooksTable;
  deep_searches: DeepSearchesTable;
  describes: DescribesTable;
  extractions: ExtractionsTable;
  entities: EntitiesTable;
  frame_extractions: FrameExtractionsTable;
  face_detections: FaceDetectionsTable;
  faces: FacesTable;
  face_matches: FaceMatchesTable;
  matched_faces: MatchedFacesTable;
  events: EventsTable;
  ledger: LedgerTable;
  jobs: JobsTable;
  fences: FencesTable;
  turns: TurnsTable;
}

/** The store's handle. A transaction is one too, so a function that takes a Db runs inside or outside of one. */
export type Db = Kysely<Schema>;

/** A running transaction. Inside one, never use the outer handle: the store has one connection, and it waits. */
export type Trx = Transaction<Schema>;
