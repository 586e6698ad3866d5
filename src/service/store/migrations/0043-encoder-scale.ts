import type { Migration } from './migration.ts';

const column = (type: string) => `
-- What the encoder's cosines are worth (JSON), as measured; null: not measured.
alter table encoders add column scale ${type};
`;

/** How likely a result is can be told with any encoder, once its cosines are measured. */
export const encoderScale: Migration = {
  version: 43,
  sql: column('text'),
  postgres: column('text collate "C"'),
};
