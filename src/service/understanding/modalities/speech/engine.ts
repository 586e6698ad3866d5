import { BACKGROUND } from '../../../../media/index.ts';
import { SPEECH_TIMEOUT_SECONDS } from '../../../context/speech-settings.ts';
import { mostBytesFor } from '../../models/model-process/memory.ts';
import type { ModelPort } from '../../models/model-process/messages.ts';
import { modelProcess, oneAtATime } from '../../models/model-process/own-process.ts';
import { throughService } from '../../models/model-process/requests.ts';

/** A recogniser with its model: it runs in a process of its own, which a crash of its code ends, and not the worker. */
export interface Engine {
  /** Bundle of the process: dist/ENTRY.js. */
  readonly entry: 'moonshine' | 'sherpa';
  /** What the process is started with: plain data. */
  readonly start: object;
  /** The files of its weights. */
  readonly weights: readonly string[];
  /** A process that takes longer for a piece of sound is ended. Default: SPEECH_TIMEOUT_SECONDS. */
  readonly timeoutSeconds?: number | undefined;
}

/** A question, and the engine that it is for. */
export interface AskOfSpeech {
  readonly of: Engine;
  readonly ask: object;
}

const processes = oneAtATime(({ entry, start, weights, timeoutSeconds = SPEECH_TIMEOUT_SECONDS }: Engine) =>
  modelProcess<object, unknown>({
    kind: 'speech',
    name: 'speech recogniser',
    entry,
    args: () => [JSON.stringify(start)],
    hangsMs: timeoutSeconds * 1000,
    mostBytes: mostBytesFor(weights),
    niceness: BACKGROUND,
  }),
);

/** Recognisers in processes that this one starts. One model is in memory at a time, unless another still answers. */
export const ownSpeech: ModelPort<AskOfSpeech, unknown> = {
  async ask({ of, ask }, signal) {
    return (await processes.of(of)).ask(ask, signal);
  },
};

/** Who is asked: a process of this one, or in a worker the service, so that the machine has each model once. */
let port = ownSpeech;

/**
 * Asks an engine; its process starts with the first sound. What it answers is up to its program, which is ours. Rejects with
 * ModelFailed, and at once on an abort.
 */
export async function askEngine<Ask extends object, Answer>(
  of: Engine,
  ask: Ask,
  signal: AbortSignal,
): Promise<Answer> {
  return (await port.ask({ of, ask }, signal)) as Answer;
}

/** Lets the service ask for this process, which is one of its workers. */
export function askSpeechInService(): void {
  port = throughService('speech');
}

/** Ends the processes that this one has started. */
export function stopSpeech(): Promise<void> {
  return processes.stop();
}
