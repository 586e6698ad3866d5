import type { Migration } from './migration.ts';

/** Links that sign a browser in once. */
export const pageLinks: Migration = {
  version: 37,
  sql: `
create table page_links (
  hash text primary key,
  token_id text not null references tokens (id) on delete cascade,
  path text not null,
  expires_at integer not null
) strict, without rowid;
create index page_links_expired on page_links (expires_at);
create index page_links_token on page_links (token_id);
`,
};
