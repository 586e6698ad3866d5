import { type SqlBool, sql } from 'kysely';
import type { ServiceContext } from '../context/context.ts';
import type { JobKind, JobPayloads } from '../queue/queue.ts';
import type { Db, Trx } from '../store/schema.ts';
import type { Declarations, EndContext, Waiting, WaitingRow } from './waiting.ts';
import {
  type AnyDeclaration,
  all,
  holds,
  isAfter,
  isNamed,
  isReady,
  isUnfinished,
  type Payload,
  selectPayloads,
} from './waiting-rows.ts';

/** The port over the declarations of all kinds. They are asked in the order in which they stand in the map. */
export function bindWaiting(
  { queue, clock }: Pick<ServiceContext, 'queue' | 'clock'>,
  declarations: Declarations,
): Waiting {
  const every = Object.entries(declarations).filter(([, rows]) => rows !== undefined) as [
    JobKind,
    AnyDeclaration,
  ][];
  const rowsOf = (kind: JobKind) => declarations[kind] as AnyDeclaration | undefined;
  const enqueue = (trx: Trx, kind: JobKind, payload: Payload) =>
    queue.enqueue(trx, kind, payload as JobPayloads[JobKind]);
  const ready = (rows: AnyDeclaration) => [isUnfinished(rows), isReady(declarations, rows)];

  /** The kinds that wait for one, each with the condition that finds the rows that wait for this row of it. */
  const dependents = (kind: JobKind, payload: Payload) => {
    const [id] = Object.values(payload);
    return every.flatMap(([other, rows]) => {
      const name = rows.waitsFor?.[kind];
      return name === undefined || id === undefined
        ? []
        : [{ kind: other, rows, own: holds(rows, name, id), survives: rows.survives?.includes(kind) }];
    });
  };

  const port: Waiting = {
    start: async (trx, kind, payload) => {
      if (!(await port.isWaiting(trx, kind, payload))) await enqueue(trx, kind, payload as Payload);
    },
    ended: async (trx, kind, payload) => {
      for (const { kind: other, rows, own } of dependents(kind, payload as Payload))
        for (const found of await selectPayloads(trx, rows, all([own, ...ready(rows)])))
          await enqueue(trx, other, found);
    },
    fail: async (trx, kind, payload, reason) => {
      const rows = rowsOf(kind);
      if (!rows) return;
      const [open] = await selectPayloads(
        trx,
        rows,
        all([isNamed(rows, payload as Payload), isUnfinished(rows)]),
      );
      if (open) await rows.fail(ctx, trx, payload, reason);
    },
    failed: async (trx, kind, payload, reason) => {
      for (const { kind: other, rows, own, survives } of dependents(kind, payload as Payload))
        for (const found of await selectPayloads(trx, rows, all([own, isUnfinished(rows)])))
          if (survives) await enqueue(trx, other, found);
          else await rows.fail(ctx, trx, found as JobPayloads[JobKind], reason);
    },
    isWaiting: async (db, kind, payload) => {
      const rows = rowsOf(kind);
      if (!rows?.waitsFor) return false;
      const kept = sql<SqlBool>`not (${isReady(declarations, rows)})`;
      const named = isNamed(rows, payload as Payload);
      return (await selectPayloads(db, rows, all([named, isUnfinished(rows), kept]))).length > 0;
    },
    unfinished: (db, size) => pages(db, every, (rows) => all(ready(rows)), size),
    ofFile: async (db, fileId) => {
      const found = [];
      for (const [kind, rows] of every)
        if (rows.file !== undefined)
          for (const payload of await selectPayloads(db, rows, holds(rows, rows.file, fileId)))
            found.push({ ...rowNamed(kind, payload), ...prefixOf(rows, payload) });
      return found;
    },
    fileChanged: async (trx, fileId) => {
      for (const [, rows] of every) await rows.fileChanged?.(ctx, trx, fileId);
    },
    interrupted: async (db, before) => {
      for (const [, rows] of every) await rows.interrupted?.(db, before);
    },
  };
  const ctx: EndContext = { queue, clock, waiting: port };
  return port;
}

async function* pages(
  db: Db,
  every: readonly [JobKind, AnyDeclaration][],
  condition: (rows: AnyDeclaration) => ReturnType<typeof all>,
  size: number,
): AsyncGenerator<readonly WaitingRow[]> {
  for (const [kind, rows] of every) {
    let last: Payload | undefined;
    for (;;) {
      const after = last ? [isAfter(rows, last)] : [];
      const found = await selectPayloads(db, rows, all([condition(rows), ...after]), size);
      if (found.length > 0) yield found.map((payload) => rowNamed(kind, payload));
      if (found.length < size) break;
      last = found.at(-1);
    }
  }
}

/** A row's payload was read by the declaration of its kind: kind and payload belong together. */
function rowNamed(kind: JobKind, payload: Payload): WaitingRow {
  return { kind, payload } as WaitingRow;
}

function prefixOf({ objects }: AnyDeclaration, payload: Payload): { prefix?: string } {
  return objects ? { prefix: `${objects.folder}/${Object.values(payload)[0]}` } : {};
}
