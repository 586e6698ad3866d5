import type { Generated } from 'kysely';
import type { EntryKind, Scope } from '../../../../contract/index.ts';

export interface AccountsTable {
  id: string;
  name: string;
  /** Millionths of a credit; the sum of the account's ledger entries. */
  balance_micros: Generated<number>;
  /** Numbers given to voices so far. */
  voices: Generated<number>;
  created_at: number;
}

export interface TokensTable {
  id: string;
  account_id: string;
  name: string;
  /** SHA-256 of the whole token, hex. The token itself is not stored. */
  hash: string;
  /** The first characters, so that people can tell tokens apart. */
  hint: string;
  scope: Generated<Scope>;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

export interface PageLinksTable {
  /** SHA-256 of the link's token, hex. */
  hash: string;
  /** The access token that it signs in with. */
  token_id: string;
  path: string;
  expires_at: number;
}

export interface SettingsTable {
  key: string;
  value: string;
}

export interface LedgerTable {
  id: string;
  account_id: string;
  kind: EntryKind;
  /** What it is for, as the rate card calls it; `billing` if it is for nothing in particular. */
  operation: string;
  /** The resource concerned. */
  subject: string | null;
  /** Why, for people. */
  reason: string;
  /** Millionths of a credit; negative for a charge. */
  amount_micros: number;
  /** Each key is charged once. */
  dedupe_key: string | null;
  created_at: number;
}
