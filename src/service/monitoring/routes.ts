/**
 * Routes for what watches over the service: /healthz, /readyz and /metrics. The state of workers, queue and store
 * comes in (state.ts); a status and text go out.
 */

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import type { Context } from 'hono';
import { INTERFACE_VERSION } from '../../contract/index.ts';
import { signIn } from '../http/access/auth.ts';
import type { App, AppEnv } from '../http/access/env.ts';
import { requestLog } from '../http/access/guards.ts';
import type { LifecycleContext } from '../jobs/lifecycle/lifecycle.ts';
import { usage } from '../jobs/worker/messages.ts';
import type { MetricName } from '../metrics/definitions.ts';
import { METRICS_TYPE, metricsText, type Sample } from '../metrics/metrics.ts';
import { isLoopback } from '../net/addresses.ts';
import { allKinds, laneOf } from '../queue/kinds.ts';
import type { Queue } from '../queue/queue.ts';
import type { Db } from '../store/sql/schema.ts';
import { freeBytes, shortOfRoom } from './disk-watch.ts';
import type { Monitored } from './state.ts';

/** Why the service cannot do its work and what to do, as lines without paths and names. Empty if it can. */
async function notReady({ context, workers }: Monitored): Promise<string[]> {
  const found = await Promise.all([
    storeProblem(context),
    diskProblem(context),
    objectsProblem(context),
    workerProblem(workers()),
  ]);
  return found.filter((problem) => problem !== undefined);
}

/** Milliseconds that the store may take for one row, and the object storage for one name. */
const STORE_MS = 3_000;

async function storeProblem({ db, log }: LifecycleContext): Promise<string | undefined> {
  try {
    await inTime(db.selectFrom('accounts').select('id').limit(1).execute());
  } catch (error) {
    log.warn('the store does not answer', { error });
    return 'the database does not answer: see the service log (vau service logs)';
  }
  try {
    // Takes the lock of those that write, and gives it back.
    await inTime(db.transaction().execute(async () => undefined));
    return undefined;
  } catch (error) {
    log.warn('the store cannot be written', { error });
    return 'the database is locked, so nothing can be saved: end the program that has it open, such as a database shell or a backup';
  }
}

async function objectsProblem({ objects, log }: LifecycleContext): Promise<string | undefined> {
  if (!objects.check) return undefined;
  try {
    await inTime(objects.check());
    return undefined;
  } catch (error) {
    log.warn('the object storage cannot be used', { error });
    return 'the object storage cannot be used; the service log has the reason, and vau service doctor';
  }
}

/** The answer, or an error if it takes longer than `STORE_MS`. */
async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const late = new AbortController();
  const timeout = later(STORE_MS, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${STORE_MS / 1_000} s`);
  });
  try {
    return await Promise.race([asked, timeout]);
  } finally {
    late.abort();
    timeout.catch(() => undefined);
    asked.catch(() => undefined);
  }
}

async function diskProblem({ config, folder, log }: LifecycleContext): Promise<string | undefined> {
  if (await folder.isGone())
    return 'the data folder was moved or deleted; put it back, or start the service again';
  try {
    return await shortOfRoom(config);
  } catch (error) {
    log.warn('the data folder cannot be read', { error });
    return 'the data folder cannot be read; the service log has the reason';
  }
}

/** One worker is enough: the others are restarted meanwhile, and requests do not need them. */
function workerProblem(workers: ReturnType<Monitored['workers']>): string | undefined {
  if (workers.length === 0 || workers.some(({ running, dying }) => running && !dying)) return undefined;
  const dying = workers.find((worker) => worker.dying !== undefined);
  if (dying)
    return `the worker processes keep dying, and are restarted; the last one ${dying.dying}: see the service log (vau service logs)`;
  return 'no worker process runs: they start within seconds; if not, see the service log (vau service logs)';
}

/** The metrics that are read at the moment they are asked for. */
async function gauges(monitored: Monitored): Promise<Sample[]> {
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

const NEVER_KEPT = { 'cache-control': 'no-store' };

/** Adds what programs ask that watch over the service: /healthz, /readyz and /metrics. */
export function monitoringRoutes(app: App, monitored: Monitored): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, NEVER_KEPT));
  app.get('/readyz', async (c) => {
    const log = requestLog(monitored.context.log, c);
    const reasons = await notReady({ ...monitored, context: { ...monitored.context, log } });
    if (reasons.length === 0) return c.json({ status: 'ready' }, 200, NEVER_KEPT);
    return c.json({ status: 'not ready', reasons }, 503, NEVER_KEPT);
  });
  app.get('/metrics', async (c) => {
    if (!fromThisMachine(monitored, c)) await signIn(monitored.context, c, 'admin');
    const samples = [...(await gauges(monitored)), ...monitored.registry.samples()];
    return c.body(metricsText(samples), 200, { 'content-type': METRICS_TYPE, ...NEVER_KEPT });
  });
}

/** Headers by which proxies say for whom they ask. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether a program on this machine asks a service that only this machine reaches. What comes through a proxy comes from
 * this machine too, so a service with a public URL, and a request with a header of proxies, need a token.
 */
function fromThisMachine({ context }: Monitored, c: Context<AppEnv>): boolean {
  const { host, publicUrl } = context.config;
  const peer = c.env?.incoming?.socket.remoteAddress?.replace(/^::ffff:/, '');
  if (!isLoopback(host) || publicUrl !== undefined || peer === undefined || !isLoopback(peer)) return false;
  return FORWARDED.every((name) => c.req.header(name) === undefined);
}
