import { once } from 'node:events';
import { giveWay } from '../../../media/index.ts';
import { storeOf } from '../../context/config.ts';
import type { JobHandlers } from '../../jobs/handlers.ts';
import { threadHeartbeat } from '../../jobs/worker/heartbeat.ts';
import type { StartMessage, WorkerMessage } from '../../jobs/worker/messages.ts';
import { usage } from '../../jobs/worker/messages.ts';
import { runWorker } from '../../jobs/worker/worker.ts';
import { type Log, logTo, plainFields } from '../../log.ts';
import { metricsTo } from '../../metrics/metrics.ts';
import { ownFilesOnly } from '../../store/data-folder.ts';
import { askSpeechInService, detectTextInService } from '../../understanding/index.ts';
import { encodePicturesInService } from '../../understanding/modalities/pictures/index.ts';
import { encodeInService } from '../../understanding/models/embeddings/index.ts';
import { askLanguageInService } from '../../understanding/models/language/local/provider.ts';
import { openContext } from '../opening/open-context.ts';

/** Milliseconds that a worker may take to stop before it is killed. */
const GRACE_MS = 8_000;

/** Interval at which the service is told what the worker uses, in milliseconds. */
const USAGE_MS = 5_000;

/**
 * Main program of a worker process: the service sends it what to open, and it runs jobs until it gets SIGTERM or the
 * service is gone.
 */
export async function workerMain(handlers: JobHandlers): Promise<void> {
  if (!process.send) throw new Error('the service starts worker processes; do not start one by hand');
  ownFilesOnly();
  giveWay();
  const [start] = (await once(process, 'message')) as [StartMessage];
  encodeInService();
  encodePicturesInService();
  askLanguageInService();
  askSpeechInService();
  detectTextInService();
  const stop = stopSignal();
  const log = parentLog(start);
  const { context, close } = await openContext({
    config: start.config,
    ...(start.folder && { folder: start.folder }),
    ffmpeg: start.ffmpeg,
    log,
    background: true,
    metrics: metricsTo((recorded) => send({ type: 'metric', recorded })),
  });
  const heartbeat = threadHeartbeat({
    store: storeOf(start.config),
    leaseMs: start.config.leaseMs,
    parentPid: process.ppid,
    path: start.heartbeatPath,
    onFailure: (error) => {
      log.error('leases are no longer renewed; the worker stops', { error });
      process.exitCode = 1;
      stop.abort(error);
    },
  });
  send({ type: 'ready' });
  const tellUsage = () => send({ type: 'usage', ...usage() });
  tellUsage();
  const telling = setInterval(tellUsage, USAGE_MS).unref();
  await runWorker({ context, handlers, signal: stop.signal, heartbeat, workerId: start.workerId });
  clearInterval(telling);
  await close();
  if (process.connected) process.disconnect();
}

/**
 * Aborts when the service asks for it or is gone. Ctrl-C reaches the whole process group; the service decides what to
 * do about it.
 */
function stopSignal(): AbortController {
  const stop = new AbortController();
  const end = (reason: string) => () => {
    if (stop.signal.aborted) return;
    // A job that ignores its signal must not outlive the service.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref();
    stop.abort(new Error(reason));
  };
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', end('the worker was asked to stop'));
  process.on('disconnect', end('the service is gone'));
  return stop;
}

function parentLog({ config }: StartMessage): Log {
  const fields = { worker: process.pid };
  return logTo(
    (record) => send({ type: 'log', record: { ...record, fields: plainFields(record.fields) } }),
    config.logLevel,
    fields,
  );
}

/** A missing service is noticed through its signal, not here. */
function send(message: WorkerMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
