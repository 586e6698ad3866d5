/** Whether a receiver got every event, in order for each resource. */
import type { Received } from '../../support/receiver.ts';
import type { History } from './history.ts';
import type { Row, Rows } from './rows.ts';

/** The service keeps so many finished deliveries of a webhook (src/service/resources/webhooks/prune.ts). */
const KEPT_DELIVERIES = 1_000;

/** Which events end what was acknowledged, by a field of their payload: one of them must have arrived. */
const ENDS: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  file: ['id', ['file.job.completed', 'file.job.failed', 'file.job.deleted']],
  segmentation: ['segmentation_id', ['segment.job.completed', 'segment.job.failed']],
};

/** @returns what is missing, twice in a row or out of order, in words */
export function checkEvents(
  { all }: Rows,
  { arrived, accepted }: { arrived: readonly Received[]; accepted: readonly Received[] },
  history: History,
): string[] {
  const lost: string[] = [];
  const order = all(`select e.id, e.seq as number, d.resource, d.seq, d.status, e.event_type from events e
    left join webhook_deliveries d on d.event_id = e.id order by d.seq`);
  const kept = order.filter(({ status }) => status !== null);
  const oldest = Math.min(...kept.map(({ number }) => Number(number)));
  const isPruned = ({ status, number }: Row) =>
    status === null && kept.length >= KEPT_DELIVERIES && Number(number) < oldest;
  const known = new Map(order.map(({ id, ...row }) => [String(id), row]));
  const seen = new Set(accepted.map(({ event }) => event.event_id));
  for (const row of order) {
    const { id, event_type, status } = row;
    if (status !== 'delivered' && !isPruned(row))
      lost.push(`${event_type} ${id} was not delivered: ${status ?? 'no delivery'}`);
    if (!seen.has(String(id))) lost.push(`${event_type} ${id} was not accepted by the receiver`);
  }
  const last = new Map<string, number>();
  for (const { event } of arrived) {
    const row = known.get(event.event_id);
    if (!row) {
      lost.push(`${event.event_type} ${event.event_id} arrived, and is not in the store`);
      continue;
    }
    // The order of what is pruned was looked at before.
    if (row.seq === null) continue;
    const [resource, seq] = [String(row.resource), Number(row.seq)];
    if (seq < (last.get(resource) ?? 0)) lost.push(`${event.event_type} of ${resource} arrived out of order`);
    last.set(resource, Math.max(seq, last.get(resource) ?? 0));
  }
  return [...lost, ...checkEnds(accepted, history)];
}

/** The same without the store: what was acknowledged has ended for the receiver, too. */
function checkEnds(arrived: readonly Received[], { files }: History): string[] {
  const ended = new Set(
    Object.entries(ENDS).flatMap(([kind, [field, types]]) =>
      arrived.flatMap(({ event }) =>
        types.includes(event.event_type) ? [`${kind} ${event.payload[field]}`] : [],
      ),
    ),
  );
  const members = new Set(
    arrived.flatMap(({ event }) =>
      /^collection\.file\.job\.(completed|failed|deleted)$/.test(event.event_type)
        ? [`${event.payload.collection_id} ${event.payload.file_id}`]
        : [],
    ),
  );
  return files.flatMap(({ id, name, fate, made, members: within }) => {
    if (id === undefined) return [];
    const waited = [
      ...(ended.has(`file ${id}`) ? [] : [`the end of ${name} was not told`]),
      ...(fate === 'gone' && !arrived.some(({ event }) => isDeletion(event, id))
        ? [`the deletion of ${name} was not told`]
        : []),
    ];
    for (const one of made)
      if (one.kind === 'segmentation' && fate === 'there' && one.fate === 'there')
        if (!ended.has(`segmentation ${one.id}`))
          waited.push(`the end of a segmentation of ${name} was not told`);
    for (const collection of within.keys())
      if (!members.has(`${collection} ${id}`)) waited.push(`the end of ${name} in a collection was not told`);
    return waited;
  });
}

const isDeletion = (event: Received['event'], id: string): boolean =>
  event.event_type === 'file.job.deleted' && event.payload.id === id;
