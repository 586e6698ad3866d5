import { type RawBuilder, sql } from 'kysely';
import type PgBoss from 'pg-boss';
import type { Db } from '../../store/sql/schema.ts';

/** Where pg-boss keeps the jobs of a store, and what stands beside them. */
export interface Place {
  /** pg-boss's own schema. */
  readonly schema: string;
  /** pg-boss's table of jobs. */
  readonly job: RawBuilder<unknown>;
  /** The runs of jobs, and the rounds of files: see additions.ts. */
  readonly runs: RawBuilder<unknown>;
  readonly files: RawBuilder<unknown>;
}

/** @param store the schema of the store's own tables */
export function placeOf(store: string): Place {
  const schema = `${store}_boss`;
  return {
    schema,
    job: sql.id(schema, 'job'),
    runs: sql.id(schema, 'vau_runs'),
    files: sql.id(schema, 'vau_files'),
  };
}

/** pg-boss names jobs by UUIDs; ours are numbers, which grow. The last twelve digits are the number. */
export const PREFIX = '00000000-0000-4000-8000-';
export const DIGITS = 12;

export function uuidOf(id: number): string {
  return PREFIX + id.toString(16).padStart(DIGITS, '0');
}

export function idOf(uuid: string): number {
  return Number.parseInt(uuid.slice(PREFIX.length), 16);
}

/** The last time that JavaScript can write. */
const LAST_MS = 8.64e15;

/** A time in Unix milliseconds, as PostgreSQL reads it. */
export function timeOf(ms: number): string {
  return ms >= LAST_MS ? 'infinity' : new Date(ms).toISOString();
}

/** What a job of pg-boss carries for us. */
export interface Carried {
  /** JSON as text: pg-boss's column would sort the fields. */
  readonly payload: string;
  /** Its owner; empty if it has none. */
  readonly account: string;
  /** The file it works on; empty if there is none. */
  readonly file: string;
  /** Its round among the jobs of its kind and account, and its place in that round; lower first. */
  readonly turn: number;
  readonly rank: number;
  readonly maxAttempts: number;
}

/** What the parts of the driver share. */
export interface Driver {
  readonly db: Db;
  readonly boss: PgBoss;
  readonly place: Place;
  /** Unix milliseconds. */
  readonly clock: () => number;
}
