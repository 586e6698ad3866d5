/** The processes of the service in a day: the real ones, on the simulated disk. */
import type { Ffmpeg } from '../../src/media/types.ts';
import { openContext } from '../../src/service/boot/opening/open-context.ts';
import { openService } from '../../src/service/boot/opening/open-service.ts';
import { jobHandlers as handlers } from '../../src/service/boot/registry/job-handlers.ts';
import { type ServiceConfig, serviceConfig } from '../../src/service/context/config.ts';
import type { JobHandler, JobHandlers } from '../../src/service/jobs/handlers.ts';
import { startReconciler } from '../../src/service/jobs/reconciler.ts';
import { takeOver } from '../../src/service/jobs/strays.ts';
import { runWorker } from '../../src/service/jobs/worker/worker.ts';
import { type LogRecord, logTo } from '../../src/service/log.ts';
import type { JobKind } from '../../src/service/queue/kinds.ts';
import { jobKey, type Queue } from '../../src/service/queue/queue.ts';
import { network } from './world/network.ts';
import { newProcess, type Process } from './world/processes.ts';

const noFfmpeg: Ffmpeg = { path: '/nowhere/ffmpeg', version: '0', source: '--ffmpeg', codecLibrary: [0, 0] };

export const LEASE_MS = 4_000;

const settings: Partial<ServiceConfig> = {
  ...{ leaseMs: LEASE_MS, pollMs: 4_000, retryMs: 200, reconcileMs: 5_000, workers: 0 },
  ...{ requestsPerSecond: 0, failedSignInsPerMinute: 0, publicUrl: 'https://vau.test' },
  ...{ allowPrivateAddresses: true, objects: false, embeddings: 'off' },
};

const configOf = ({ dataDir }: Process) => serviceConfig({ dataDir, ...settings });

/** What is seen of a day from outside: the log, and runs of jobs. */
export interface Watch {
  /** A service begins to start. */
  start(process: Process): void;
  log(record: LogRecord, process: Process): void;
  /** A run of a job begins; call what it returns when it has ended. */
  run(key: string, process: Process, signal: AbortSignal): () => void;
}

export interface RunningService {
  readonly process: Process;
  readonly queue: Queue;
  readonly token: string | undefined;
  stop(): Promise<void>;
}

/** Starts a service without a port: requests come by the simulated network. */
export async function startService(watch: Watch): Promise<RunningService> {
  const process = newProcess('service');
  watch.start(process);
  const config = configOf(process);
  const log = logTo((record) => watch.log(record, process), 'debug');
  const opened = await openService({ config, log, ffmpeg: noFfmpeg });
  const startedAt = Date.now();
  network.service = { process, app: opened.app };
  await takeOver(opened.context);
  const reconciler = startReconciler(opened.context, startedAt);
  process.onDeath.add(() => void reconciler.stop());
  return {
    process,
    queue: opened.context.queue,
    token: opened.token,
    stop: async () => {
      await reconciler.stop();
      await opened.close();
    },
  };
}

export interface RunningWorker {
  readonly process: Process;
  readonly ended: Promise<unknown>;
}

/** Starts a worker process. */
export function startWorker(watch: Watch): RunningWorker {
  const process = newProcess('worker');
  const { signal } = process.stop;
  const run = async () => {
    const log = logTo((record) => watch.log(record, process), 'debug');
    const opened = await openContext({ config: configOf(process), ffmpeg: noFfmpeg, log, background: true });
    await runWorker({
      context: opened.context,
      handlers: watched(watch, process),
      signal,
      workerId: process.id,
    });
    await opened.close();
  };
  return { process, ended: run().catch((error: unknown) => error) };
}

/** The handlers of jobs, whose runs are seen. */
function watched(watch: Watch, process: Process): JobHandlers {
  const own = Object.entries(handlers) as [JobKind, JobHandler<JobKind>][];
  const entries = own.map(([kind, handler]): [JobKind, JobHandler<JobKind>] => [
    kind,
    {
      ...handler,
      run: async (ctx, payload) => {
        const end = watch.run(jobKey(kind, payload), process, ctx.signal);
        try {
          await handler.run(ctx, payload);
        } finally {
          end();
        }
      },
    },
  ]);
  return Object.fromEntries(entries) as JobHandlers;
}
