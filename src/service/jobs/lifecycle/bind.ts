import { type SqlBool, sql } from 'kysely';
import type { ServiceContext } from '../../context/context.ts';
import type { JobKind, JobPayloads } from '../../queue/kinds.ts';
import { compiledOnce } from '../../store/sql/compiled.ts';
import { isKept } from '../../store/sql/deletions.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import type { Declarations, EndContext, Lifecycle, LifecycleRow } from './lifecycle.ts';
import {
  type AnyDeclaration,
  all,
  askNamed,
  type Condition,
  declaredKinds,
  holds,
  isAfter,
  isNamed,
  isReady,
  isUnfinished,
  type Keys,
  type Payload,
  payloadsOf,
  selectKeys,
  selectMarked,
  selectPayloads,
} from './rows.ts';

/** The read-only part of the port. */
function findWaiting(
  declarations: Declarations,
): Pick<Lifecycle, 'isWaiting' | 'unfinished' | 'ofFile' | 'works'> {
  const every = declaredKinds(declarations);
  return {
    isWaiting: async (db, kind, payload) => {
      const rows = declarations[kind] as AnyDeclaration | undefined;
      if (!rows?.waitsFor) return false;
      const kept = sql<SqlBool>`not (${isReady(declarations, rows)})`;
      const named = isNamed(rows, payload as Payload);
      return (await selectPayloads(db, rows, all([named, isUnfinished(rows), kept]))).length > 0;
    },
    unfinished: (db, size) =>
      pages(db, every, (rows) => all([isKept(rows.table), isReady(declarations, rows)]), size),
    ofFile: madeFrom(every),
    works: every.flatMap(([, { table, file, work: what }]) =>
      file === undefined || what === undefined ? [] : [{ table, file, what }],
    ),
  };
}

/** Everything made from a file, in the order of the map, in one statement: each takes a way to a server and back. */
function madeFrom(every: readonly [JobKind, AnyDeclaration][]): Lifecycle['ofFile'] {
  const ask = compiledOnce((db, fileId: string) => {
    const parts = every.flatMap(([kind, rows]) =>
      rows.file === undefined
        ? []
        : [selectKeys(kind, rows, all([holds(rows, rows.file, fileId), isKept(rows.table)]))],
    );
    return { compile: () => sql<Keys>`${sql.join(parts, sql` union all `)}`.compile(db) };
  });
  return async (db, fileId) => {
    const found = await ask(db, fileId);
    return every.flatMap(([kind, rows]) =>
      payloadsOf(
        rows,
        found.filter((one) => one.kind === kind),
      ).map((payload) => ({ ...rowNamed(kind, payload), ...prefixOf(rows, payload) })),
    );
  };
}

/**
 * The condition is a column of the page and does not filter it: a page that skips rows could read a hundred thousand.
 */
async function* pages(
  db: Db,
  every: readonly [JobKind, AnyDeclaration][],
  condition: (rows: AnyDeclaration) => Condition,
  size: number,
): AsyncGenerator<readonly LifecycleRow[]> {
  for (const [kind, rows] of every) {
    let last: Payload | undefined;
    for (;;) {
      const after = last ? [isAfter(rows, last)] : [];
      const found = await selectMarked(db, rows, all([isUnfinished(rows), ...after]), condition(rows), size);
      yield found.flatMap(({ payload, meets }) => (meets ? [rowNamed(kind, payload)] : []));
      if (found.length < size) break;
      last = found.at(-1)?.payload;
    }
  }
}

/** The declaration of this kind read the payload, so kind and payload belong together. */
function rowNamed(kind: JobKind, payload: Payload): LifecycleRow {
  return { kind, payload } as LifecycleRow;
}

function prefixOf({ objects }: AnyDeclaration, payload: Payload): { prefix?: string } {
  return objects ? { prefix: `${objects.folder}/${Object.values(payload)[0]}` } : {};
}

/** Implements the port for all declared kinds, in the order of the map. */
export function bindLifecycle(
  { queue, clock, newId }: Pick<ServiceContext, 'queue' | 'clock' | 'newId'>,
  declarations: Declarations,
): Lifecycle {
  const every = declaredKinds(declarations);
  const rowsOf = (kind: JobKind) => declarations[kind] as AnyDeclaration | undefined;
  const enqueue = (trx: Trx, kind: JobKind, payload: Payload) =>
    queue.enqueue(trx, kind, payload as JobPayloads[JobKind]);
  const ready = (rows: AnyDeclaration) => [isUnfinished(rows), isReady(declarations, rows)];
  const isReadyOf = new Map(every.map(([kind, rows]) => [kind, askNamed(rows, ready(rows))]));

  /** The kinds that wait for this kind, each with the condition that finds the rows waiting for this row. */
  const dependents = (kind: JobKind, payload: Payload) => {
    const [id] = Object.values(payload);
    return every.flatMap(([other, rows]) => {
      const name = rows.waitsFor?.[kind];
      return name === undefined || id === undefined
        ? []
        : [{ kind: other, rows, own: holds(rows, name, id), survives: rows.survives?.includes(kind) }];
    });
  };

  const port: Lifecycle = {
    ...findWaiting(declarations),
    start: async (trx, kind, payload) => {
      const isFree = isReadyOf.get(kind);
      if (!isFree || (await isFree(trx, payload as Payload))) await enqueue(trx, kind, payload as Payload);
    },
    startNew: async (trx, kind, payload, owner) => {
      await queue.enqueue(trx, kind, payload, { owner });
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
    fileChanged: async (trx, fileId) => {
      for (const [, rows] of every) await rows.fileChanged?.(ctx, trx, fileId);
    },
    fileDeleted: async (trx, fileId) => {
      for (const [, rows] of every) await rows.fileDeleted?.(ctx, trx, fileId);
    },
    speechChanged: async (trx, fileId) => {
      let redone = 0;
      for (const [, rows] of every) redone += (await rows.speechChanged?.(ctx, trx, fileId)) ?? 0;
      return redone;
    },
    interrupted: async (db, before) => {
      for (const [, rows] of every) await rows.interrupted?.(db, before);
    },
  };
  const ctx: EndContext = { queue, clock, newId, lifecycle: port };
  return port;
}
