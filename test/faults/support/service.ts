import { once } from 'node:events';
import { superviseWorkers } from '../../../src/service/boot/processes/supervisor.ts';
import type { ServiceConfig } from '../../../src/service/context/config.ts';
import { killEarlierStrays } from '../../../src/service/jobs/strays.ts';
import { streamLog } from '../../../src/service/log.ts';
import { noFfmpeg } from '../../service/jobs/support.ts';
import type { FaultBundles } from './bundle.ts';

/** A process with only a supervisor, which a test can kill. Controlled by messages; replies with its workers' ids. */
const [{ config, bundles }] = (await once(process, 'message')) as [
  { config: ServiceConfig; bundles: FaultBundles },
];
killEarlierStrays(config.dataDir);
const supervisor = superviseWorkers({
  config,
  ffmpeg: noFfmpeg,
  log: streamLog(process.stderr, 'warn'),
  workerPath: bundles.worker,
  heartbeatPath: bundles.heartbeat,
});
await supervisor.ready();
process.send?.(supervisor.pids());
