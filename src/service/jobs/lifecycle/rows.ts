import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { JobKind } from '../../queue/kinds.ts';
import { compiledOnce } from '../../store/sql/compiled.ts';
import { openStatuses } from '../../store/sql/expressions.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { Declaration, Declarations } from './lifecycle.ts';

/** A payload of any kind: fields in the order of the declaration. */
export type Payload = Readonly<Record<string, string>>;
export type Condition = RawBuilder<SqlBool>;

/** A declaration of any kind. */
export interface AnyDeclaration extends Omit<Declaration<JobKind>, 'key'> {
  readonly key: Payload;
}

/** The kinds that work on rows, in map order. */
export function declaredKinds(declarations: Declarations): readonly [JobKind, AnyDeclaration][] {
  return Object.entries(declarations).filter(([, rows]) => rows !== undefined) as [JobKind, AnyDeclaration][];
}

const column = ({ table }: AnyDeclaration, name: string) => sql.ref(`${table}.${name}`);

/**
 * The statuses are literals, not bound parameters: otherwise SQLite cannot use the partial index on unfinished rows.
 */
export function isUnfinished(rows: AnyDeclaration): Condition {
  return rows.open ?? sql<SqlBool>`${column(rows, 'status')} in (${sql.join(openStatuses.map(sql.lit))})`;
}

/** Matches the row that a payload names. */
export function isNamed(rows: AnyDeclaration, payload: Payload): Condition {
  const same = Object.entries(rows.key).map(
    ([field, name]) => sql<SqlBool>`${column(rows, name)} = ${payload[field]}`,
  );
  return all(same);
}

/** Matches the rows whose column holds this id. */
export function holds(rows: AnyDeclaration, name: string, id: string): Condition {
  return sql<SqlBool>`${column(rows, name)} = ${id}`;
}

/** Matches the rows that are ready: each row they wait for is gone or has ended. */
export function isReady(declarations: Declarations, rows: AnyDeclaration): Condition {
  const ended = Object.entries(rows.waitsFor ?? {}).flatMap(([kind, name]) => {
    const cause = declarations[kind as JobKind] as AnyDeclaration | undefined;
    if (!cause) return [];
    const same = sql`${column(cause, keyColumn(cause))} = ${column(rows, name)}`;
    return [
      sql<SqlBool>`not exists (select 1 from ${sql.table(cause.table)} where ${same} and ${isUnfinished(cause)})`,
    ];
  });
  return all(ended);
}

/** Matches the rows after a given one, in key order. */
export function isAfter(rows: AnyDeclaration, last: Payload): Condition {
  return sql<SqlBool>`(${keyColumns(rows)}) > (${sql.join(Object.keys(rows.key).map((field) => last[field]))})`;
}

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** The payloads of the rows that meet a condition, in key order. */
export async function selectPayloads(
  db: Db,
  rows: AnyDeclaration,
  condition: Condition,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<Payload[]> {
  return (await payloads(rows, condition, limit).execute(db)).rows;
}

function payloads(rows: AnyDeclaration, condition: Condition, limit: number): RawBuilder<Payload> {
  const fields = Object.entries(rows.key).map(
    ([field, name]) => sql`${column(rows, name)} as ${sql.id(field)}`,
  );
  return sql<Payload>`
    select ${sql.join(fields)} from ${sql.table(rows.table)} where ${condition}
    order by ${keyColumns(rows)} limit ${limit}`;
}

/** The kind of a row and the values of its key, of which there are one or two. */
export interface Keys {
  readonly kind: JobKind;
  readonly first: string;
  readonly second: string | null;
}

/** Selects the keys of the rows that meet a condition, in a form that is the same for every kind. */
export function selectKeys(kind: JobKind, rows: AnyDeclaration, condition: Condition): RawBuilder<Keys> {
  const [first, second] = Object.values(rows.key).map((name) => column(rows, name));
  return sql<Keys>`select ${sql.lit(kind)} as kind, ${first} as first, ${second ?? sql`null`} as second
    from ${sql.table(rows.table)} where ${condition}`;
}

/** The payloads of rows of one kind, in key order. */
export function payloadsOf({ key }: AnyDeclaration, rows: readonly Keys[]): Payload[] {
  const [one = '', other] = Object.keys(key);
  const sorted = rows.toSorted(
    (a, b) => compare(a.first, b.first) || compare(a.second ?? '', b.second ?? ''),
  );
  return sorted.map(({ first, second }) => ({
    [one]: first,
    ...(other !== undefined && { [other]: second ?? '' }),
  }));
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/**
 * Compiles a query about the row that a payload names once.
 * @param build makes it from the condition that finds this row
 */
export function ofPayload<Row>(
  rows: AnyDeclaration,
  build: (named: Condition) => RawBuilder<Row>,
): (db: Db, payload: Payload) => Promise<Row[]> {
  const fields = Object.keys(rows.key);
  const ask = compiledOnce((db, ...values: (string | undefined)[]) => {
    const payload = Object.fromEntries(fields.map((field, at) => [field, values[at]]));
    return { compile: () => build(isNamed(rows, payload as Payload)).compile(db) };
  });
  return (db, payload) => ask(db, ...fields.map((field) => payload[field]));
}

/** Whether the row that a payload names meets a condition. */
export function askNamed(
  rows: AnyDeclaration,
  conditions: readonly Condition[],
): (db: Db, payload: Payload) => Promise<boolean> {
  const ask = ofPayload(rows, (named) => payloads(rows, all([named, ...conditions]), 1));
  return async (db, payload) => (await ask(db, payload)).length > 0;
}

/** At most `limit` rows that meet the first condition, in key order, each with whether it meets the second. */
export async function selectMarked(
  db: Db,
  rows: AnyDeclaration,
  condition: Condition,
  mark: Condition,
  limit: number,
): Promise<{ payload: Payload; meets: boolean }[]> {
  const names = Object.entries(rows.key);
  const fields = names.map(([field, name]) => sql`${column(rows, name)} as ${sql.id(field)}`);
  const found = await sql<Record<string, string | number>>`
    select ${sql.join(fields)}, ${mark} as meets from ${sql.table(rows.table)} where ${condition}
    order by ${keyColumns(rows)} limit ${limit}`.execute(db);
  return found.rows.map(({ meets, ...payload }) => ({ payload: payload as Payload, meets: meets === 1 }));
}

function keyColumns(rows: AnyDeclaration) {
  return sql.join(Object.values(rows.key).map((name) => column(rows, name)));
}

/** The single key column of rows that others wait for. */
function keyColumn({ table, key }: AnyDeclaration): string {
  const [name, ...others] = Object.values(key);
  if (name === undefined || others.length > 0)
    throw new Error(`rows of ${table} have no single id, so nothing can wait for them`);
  return name;
}
