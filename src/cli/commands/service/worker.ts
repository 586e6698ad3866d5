import { checkWorkerFlags, runWorkers } from '../../local/work.ts';
import { defineCommand } from '../../model/model.ts';
import { local } from '../../model/plan.ts';
import { integer, text } from '../../model/values.ts';
import { serveFlags } from './serve.ts';

const { store, dataDir, ffmpeg, workers, objects, secretsKeyFile } = serveFlags;

const worker = defineCommand({
  name: 'worker',
  flags: {
    store,
    dataDir,
    ffmpeg,
    workers,
    objects,
    secretsKeyFile,
    metricsPort: integer(
      'Port for /metrics, /healthz and /readyz of these workers; 0 picks a free one (default: none)',
    ),
    metricsHost: text(
      'Address for this port (default 127.0.0.1: this machine only); from other machines, /metrics needs a token with the scope admin',
      { placeholder: 'HOST' },
    ),
  },
  about:
    'Runs jobs of a service on this machine until Ctrl-C: it takes its jobs from the store, which services ' +
    'and workers of other machines share. It needs the objects of the service too: the same data folder, or the same ' +
    'object storage, and its key (--secrets-key-file, VAU_SECRETS_KEY, or its secrets.key in the data folder). A job whose worker dies is taken by another one when its lease ends.',
  examples: [
    { does: 'Run jobs on one more machine', line: 'worker --store postgres://vau@db.example/vau' },
    {
      does: 'Tell Prometheus how the workers are',
      line: 'worker --store postgres://vau@db.example/vau --metrics-port 9100',
    },
    { does: 'Two worker processes', line: 'worker --store postgres://vau@db.example/vau --workers 2' },
  ],
  plan: (flags) => {
    checkWorkerFlags(flags);
    return local(async (session) => {
      await runWorkers(session, flags);
      return undefined;
    });
  },
});

export const commands = [worker];
