import { scopes } from '../../../../contract/operation.ts';
import { entryKinds } from '../../../../contract/values/enums.ts';
import { account, id, integer, table, text } from './column.ts';

/** Accounts, tokens, the ledger, and the settings of the installation. */
export const accounts = {
  accounts: table({
    id,
    name: text.unique(),
    /** Millionths of a credit; the sum of the account's ledger entries. */
    balance_micros: integer.default(0),
    created_at: integer,
    /** Numbers given to voices so far. */
    voices: integer.default(0),
  }),

  tokens: table({
    id,
    account_id: account,
    name: text,
    /** SHA-256 of the whole token, hex. The token itself is not stored. */
    hash: text.unique(),
    /** The first characters, so that people can tell tokens apart. */
    hint: text,
    created_at: integer,
    last_used_at: integer.orNull(),
    revoked_at: integer.orNull(),
    scope: text.oneOf(scopes).default('admin'),
  }).indexes('tokens_account (account_id)'),

  page_links: table({
    /** SHA-256 of the link's token, hex. */
    hash: text.primaryKey(),
    /** The access token that it signs in with. */
    token_id: text.references('tokens'),
    path: text,
    expires_at: integer,
  })
    .withoutRowid()
    .indexes('page_links_expired (expires_at)', 'page_links_token (token_id)'),

  settings: table({
    key: text.primaryKey(),
    value: text,
  }),

  ledger: table({
    id,
    account_id: account,
    /** What it is for, as the rate card calls it; `billing` if it is for nothing in particular. */
    operation: text,
    /** The resource concerned. */
    subject: text.orNull(),
    /** Millionths of a credit; negative for a charge. */
    amount_micros: integer,
    /** Each key is charged once. */
    dedupe_key: text.orNull(),
    created_at: integer,
    kind: text.oneOf(entryKinds).default('opening'),
    /** Why, for people. */
    reason: text.default(''),
  }).indexes(
    'unique ledger_once (account_id, dedupe_key) where dedupe_key is not null',
    'ledger_account (account_id, created_at, id)',
    'ledger_subject (account_id, subject, created_at, id) where subject is not null',
  ),
};
