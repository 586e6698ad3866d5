import type { ServiceContext } from '../context/context.ts';
import type { JobKind, JobPayloads } from '../queue/queue.ts';
import type { Trx } from '../store/schema.ts';
import { findWaiting } from './find-waiting.ts';
import type { Declarations, EndContext, Waiting } from './waiting.ts';
import {
  type AnyDeclaration,
  all,
  askNamed,
  declaredKinds,
  holds,
  isNamed,
  isReady,
  isUnfinished,
  type Payload,
  selectPayloads,
} from './waiting-rows.ts';

/** Implements the port for all declared kinds, in the order of the map. */
export function bindWaiting(
  { queue, clock, newId }: Pick<ServiceContext, 'queue' | 'clock' | 'newId'>,
  declarations: Declarations,
): Waiting {
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

  const port: Waiting = {
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
  const ctx: EndContext = { queue, clock, newId, waiting: port };
  return port;
}
