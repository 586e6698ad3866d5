import type { Migration } from './migration.ts';

/** Indexes unfinished rows in key order, so that they can be read page by page without a sort. */
export const unfinished: Migration = {
  version: 14,
  sql: `
drop index files_unfinished;
create index files_unfinished on files (id) where status in ('pending', 'processing');
drop index segmentations_unfinished;
create index segmentations_unfinished on segmentations (id) where status in ('pending', 'processing');
drop index collection_files_unfinished;
create index collection_files_unfinished on collection_files (collection_id, file_id)
  where status in ('pending', 'processing');
drop index describes_unfinished;
create index describes_unfinished on describes (id) where status in ('pending', 'processing');
drop index extractions_unfinished;
create index extractions_unfinished on extractions (id) where status in ('pending', 'processing');
drop index frame_extractions_unfinished;
create index frame_extractions_unfinished on frame_extractions (id) where status in ('pending', 'processing');
drop index face_detections_unfinished;
create index face_detections_unfinished on face_detections (id) where status in ('pending', 'processing');
drop index face_matches_unfinished;
create index face_matches_unfinished on face_matches (id) where status in ('pending', 'processing');
drop index shares_unfinished;
create index shares_unfinished on shares (id) where status in ('pending', 'processing');
drop index deep_searches_unfinished;
create index deep_searches_unfinished on deep_searches (id) where status = 'in_progress';
`,
};
