import { isRecord } from '../../../contract/record.ts';
import { answerRequests, importFrom } from '../model-process/main.ts';
import { loadSpeakers, type SherpaSpeakers } from './diarise.ts';
import type { SpeakersAnswer, SpeakersAsk } from './messages.ts';
import { SHERPA, type SpeakersModel } from './model.ts';

/** Main program of the process that tells speakers apart. Its argument: a SpeakersModel as JSON. */
const wanted = JSON.parse(process.argv[2] ?? '{}') as SpeakersModel;

answerRequests<SpeakersAsk, SpeakersAnswer>(
  'speakers',
  importFrom(wanted.runtime, SHERPA).then((loaded) => {
    const tellApart = loadSpeakers(
      (isRecord(loaded) && loaded.default ? loaded.default : loaded) as SherpaSpeakers,
      wanted,
    );
    return ({ pcm }) => tellApart(pcm);
  }),
);
