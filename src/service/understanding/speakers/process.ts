import { isRecord } from '../../../contract/record.ts';
import { importFrom, replyToService, serveRequests } from '../model-process/main.ts';
import { loadSpeakers, type SherpaSpeakers } from './diarise.ts';
import type { SpeakersAsk } from './messages.ts';
import { SHERPA, type SpeakersModel } from './model.ts';

/** Main program of the process that tells speakers apart. Its argument: a SpeakersModel as JSON. */
const wanted = JSON.parse(process.argv[2] ?? '{}') as SpeakersModel;

const loading = importFrom(wanted.runtime, SHERPA).then((loaded) =>
  loadSpeakers((isRecord(loaded) && loaded.default ? loaded.default : loaded) as SherpaSpeakers, wanted),
);
// Each request is answered with why the model cannot be loaded.
loading.catch(() => undefined);

serveRequests<SpeakersAsk>((request) => {
  // A computation cannot be interrupted: who no longer waits for it ends this process.
  if (request.type === 'cancel') return;
  const { id, ask } = request;
  replyToService({ type: 'begun', from: 'speakers', id });
  loading
    .then((tellApart) =>
      replyToService({ type: 'answered', from: 'speakers', id, answer: tellApart(ask.pcm) }),
    )
    .catch((error: unknown) =>
      replyToService({
        type: 'failed',
        from: 'speakers',
        id,
        reason: error instanceof Error ? error.message : String(error),
      }),
    );
});
