import type { Migration } from './migration.ts';

/** Segmentations, not files, say whether segments have thumbnails. Chapters have descriptions. */
export const segmentThumbnails: Migration = {
  version: 15,
  sql: `
alter table segmentations add column segment_thumbnails integer not null default 1;
update segmentations set segment_thumbnails =
  (select enable_segment_thumbnails from files where files.id = segmentations.file_id);
alter table segments add column description text;
`,
};
