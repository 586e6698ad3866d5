import type { Migration } from './migration.ts';

const column = (type: string) => `
-- When this encoder's vectors became complete, while those of an earlier one are still kept; Unix ms.
alter table encoders add column complete_at ${type};
`;

/** The vectors of an earlier encoder are kept until the searches that began by them have ended. */
export const encoderComplete: Migration = {
  version: 45,
  sql: column('integer'),
  postgres: column('bigint'),
};
