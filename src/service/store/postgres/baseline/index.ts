import { accountsAndMedia } from './accounts-and-media.ts';
import { functions } from './functions.ts';
import { indexes } from './indexes.ts';
import { moments } from './moments.ts';
import { words } from './words.ts';
import { work } from './work.ts';

/** The tables as the migrations up to this version leave them in SQLite. Later migrations have a form for PostgreSQL. */
export const baseline = {
  version: 39,
  sql: [accountsAndMedia, work, moments, words, indexes, functions].join('\n'),
};
