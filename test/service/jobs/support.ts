import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Ffmpeg } from '../../../src/media/types.ts';
import { openContext } from '../../../src/service/boot/opening/open-context.ts';
import { type ServiceConfig, serviceConfig } from '../../../src/service/context/config.ts';
import type { JobHandler, JobHandlers } from '../../../src/service/jobs/handlers.ts';
import type { LifecycleContext } from '../../../src/service/jobs/lifecycle/lifecycle.ts';
import type { LogRecord } from '../../../src/service/log.ts';
import { logTo } from '../../../src/service/log.ts';

/** These tests run no media program. */
export const noFfmpeg: Ffmpeg = {
  path: '/nonexistent/ffmpeg',
  version: '0',
  source: '--ffmpeg',
  codecLibrary: [0, 0],
};

export interface Bench {
  readonly context: LifecycleContext;
  readonly records: LogRecord[];
  close(): Promise<void>;
}

/** A context on a new data folder, with short leases and retries. */
export async function openBench(config: Partial<ServiceConfig> = {}, inMemory = false): Promise<Bench> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-jobs-'));
  const records: LogRecord[] = [];
  const { context, close } = await openContext({
    config: serviceConfig({ dataDir, leaseMs: 600, pollMs: 20, retryMs: 10, reconcileMs: 50, ...config }),
    log: logTo((record) => void records.push(record), 'debug'),
    ffmpeg: noFfmpeg,
    inMemory,
  });
  return {
    context,
    records,
    close: async () => {
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const idle: JobHandler<never> = { run: async () => undefined, exhausted: async () => undefined };

/** Handlers that do nothing, except for the given ones. */
export function handlersWith(given: Partial<JobHandlers>): JobHandlers {
  return {
    'file.process': idle,
    'segmentation.process': idle,
    'collection-file.process': idle,
    'describe.run': idle,
    'redo.run': idle,
    'pictures.encode': idle,
    'file.fetch': idle,
    'voices.name': idle,
    'extract.run': idle,
    'frames.extract': idle,
    'face-detect.run': idle,
    'face-match.run': idle,
    'find-moments.run': idle,
    'moment-criteria.backfill': idle,
    'deep-search.run': idle,
    'share.package': idle,
    'webhook.deliver': idle,
    'object.delete': idle,
    'index.analyse': idle,
    'passages.encode': idle,
    'outline.write': idle,
    'deletion.finish': idle,
    'sweep.run': idle,
    ...given,
  };
}

/** Adds a job that processes the file with that id. */
export function addJob({ db, queue }: LifecycleContext, file_id: string): Promise<number> {
  return db.transaction().execute((trx) => queue.enqueue(trx, 'file.process', { file_id }));
}

/** Waits until a condition holds, at most `ms`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  ms = 200_000,
): Promise<void> {
  const giveUpAt = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error(`${what} did not happen within ${ms / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
