import { stat } from 'node:fs/promises';
import path from 'node:path';
import { INTERFACE_VERSION } from '../../contract/index.ts';
import { usage } from '../jobs/usage.ts';
import type { MetricName } from '../metrics/definitions.ts';
import type { Sample } from '../metrics/metrics.ts';
import { allKinds, laneOf } from '../queue/kinds.ts';
import type { Queue } from '../queue/queue.ts';
import type { Db } from '../store/schema.ts';
import { freeBytes } from './ready.ts';
import type { Monitored } from './state.ts';

/** The metrics that are read at the moment they are asked for. */
export async function gauges(monitored: Monitored): Promise<Sample[]> {
  const { context, startedAt } = monitored;
  const now = context.clock();
  return [
    sample('vau_info', 1, { version: INTERFACE_VERSION }),
    sample('vau_start_time_seconds', startedAt / 1_000),
    // What the whole store has, its services say.
    ...(monitored.process === 'service'
      ? [...(await queueSamples(context.queue, now)), ...(await webhookSamples(context.db, now))]
      : []),
    ...workerSamples(monitored),
    ...(await diskSamples(context.config.dataDir)),
  ];
}

function sample(name: MetricName, value: number, labels: Sample['labels'] = {}): Sample {
  return { name, labels, value };
}

/** Kinds without jobs are there too, so that an alert on one does not see a gap. */
async function queueSamples(queue: Queue, now: number): Promise<Sample[]> {
  const depths = await queue.depths();
  return allKinds.flatMap((kind) => {
    const labels = { lane: laneOf(kind), kind };
    const own = depths.filter((depth) => depth.kind === kind);
    const ready = own.find(({ state }) => state === 'ready');
    const age = ready ? Math.max(0, now - ready.firstDue) / 1_000 : 0;
    return [
      ...(['ready', 'running', 'later'] as const).map((state) =>
        sample('vau_jobs', own.find((depth) => depth.state === state)?.jobs ?? 0, { ...labels, state }),
      ),
      sample('vau_job_oldest_age_seconds', age, labels),
    ];
  });
}

async function webhookSamples(db: Db, now: number): Promise<Sample[]> {
  const pending = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  const disabled = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('disabled_reason', 'is not', null)
    .executeTakeFirstOrThrow();
  const age = Math.max(0, now - (pending.oldest ?? now)) / 1_000;
  return [
    sample('vau_webhook_deliveries_pending', pending.count),
    sample('vau_webhook_oldest_pending_age_seconds', age),
    sample('vau_webhooks_disabled', disabled.count),
  ];
}

function workerSamples({ workers, process: own }: Monitored): Sample[] {
  const all = workers();
  const running = all.filter((worker) => worker.running).length;
  const processes = [
    { process: own, used: usage() },
    ...all.map((worker, slot) => ({ process: `worker-${slot}`, used: worker.usage })),
  ];
  return [
    sample('vau_workers', running, { state: 'running' }),
    sample('vau_workers', all.length - running, { state: 'missing' }),
    ...processes.flatMap(({ process, used }) =>
      used
        ? [
            sample('vau_process_resident_memory_bytes', used.memoryBytes, { process }),
            sample('vau_process_cpu_seconds_total', used.cpuSeconds, { process }),
          ]
        : [],
    ),
  ];
}

async function diskSamples(dataDir: string): Promise<Sample[]> {
  const size = (name: string) =>
    stat(path.join(dataDir, name)).then(
      (found) => found.size,
      () => 0,
    );
  const [free, database, log] = await Promise.all([
    freeBytes(dataDir).catch(() => undefined),
    size('vau.sqlite'),
    size('vau.sqlite-wal'),
  ]);
  return [
    ...(free === undefined ? [] : [sample('vau_disk_free_bytes', free)]),
    sample('vau_store_bytes', database + log),
  ];
}
