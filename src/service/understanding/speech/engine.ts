import { SPEECH_TIMEOUT_SECONDS } from '../../context/speech-settings.ts';
import { mostBytesFor } from '../model-process/memory.ts';
import type { ModelPort } from '../model-process/messages.ts';
import { oneAtATime } from '../model-process/one-at-a-time.ts';
import { modelProcess } from '../model-process/own-process.ts';
import { throughService } from '../model-process/through-service.ts';
import type { MoonshineAnswer, MoonshineAsk, MoonshineStart } from './moonshine/messages.ts';
import type { SpeechAnswer, SpeechAsk, SpeechStart } from './sherpa/messages.ts';

/** What each engine is started with, asked, and answers. */
export interface Engines {
  readonly moonshine: { start: MoonshineStart; ask: MoonshineAsk; answer: MoonshineAnswer };
  readonly sherpa: { start: SpeechStart; ask: SpeechAsk; answer: SpeechAnswer };
}

/** An engine with a model: it runs in a process of its own, which a crash of its code ends, and not the worker. */
export type Engine<Name extends keyof Engines = keyof Engines> = {
  readonly name: Name;
  readonly start: Engines[Name]['start'];
  /** The files of its weights. */
  readonly weights: readonly string[];
  /** A process that takes longer for a piece of sound is ended. Default: SPEECH_TIMEOUT_SECONDS. */
  readonly timeoutSeconds?: number | undefined;
};

/** A question, and the engine that it is for. */
export interface AskOfSpeech {
  readonly of: Engine;
  readonly ask: Engines[keyof Engines]['ask'];
}

type Answer = Engines[keyof Engines]['answer'];

const processes = oneAtATime(({ name, start, weights, timeoutSeconds = SPEECH_TIMEOUT_SECONDS }: Engine) =>
  modelProcess<AskOfSpeech['ask'], Answer>({
    kind: 'speech',
    name: 'speech recogniser',
    entry: name,
    args: () => [JSON.stringify(start)],
    hangsMs: timeoutSeconds * 1000,
    mostBytes: mostBytesFor(weights),
    background: true,
  }),
);

/** Recognisers in processes that this one starts. One model is in memory at a time, unless another still answers. */
export const ownSpeech: ModelPort<AskOfSpeech, Answer> = {
  async ask({ of, ask }, signal) {
    return (await processes.of(of)).ask(ask, signal);
  },
};

/** Who is asked: a process of this one, or in a worker the service, so that the machine has each model once. */
let port = ownSpeech;

/** Asks an engine; its process starts with the first sound. Rejects with ModelFailed, and at once on an abort. */
export function askEngine<Name extends keyof Engines>(
  of: Engine<Name>,
  ask: Engines[Name]['ask'],
  signal: AbortSignal,
): Promise<Engines[Name]['answer']> {
  return port.ask({ of, ask }, signal);
}

/** Lets the service ask for this process, which is one of its workers. */
export function askSpeechInService(): void {
  port = throughService('speech');
}

/** Ends the processes that this one has started. */
export function stopSpeech(): Promise<void> {
  return processes.stop();
}
