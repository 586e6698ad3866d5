import { SPEECH_TIMEOUT_SECONDS } from '../../../context/speech-settings.ts';
import { mostBytesFor } from '../../model-process/memory.ts';
import { oneAtATime } from '../../model-process/one-at-a-time.ts';
import { modelProcess } from '../../model-process/own-process.ts';
import type { Span } from '../../voice-activity/activity.ts';
import type { SpeechAnswer, SpeechAsk, SpeechStart } from './messages.ts';
import type { ChosenSherpa } from './model-for.ts';
import type { SherpaResult } from './module.ts';
import { runtimeFor } from './runtime.ts';
import { sileroFor } from './silero.ts';

/** A model in a process of its own, which a crash of its native code ends, and not the worker. */
export interface SherpaRecogniser {
  /** Recognises the words in 16-bit mono samples at 16 kHz. Rejects with ModelFailed, and at once on an abort. */
  words(pcm: Uint8Array, signal: AbortSignal): Promise<SherpaResult>;
  /** Finds the speech in them, in seconds from their start. Rejects as `words` does. */
  speech(pcm: Uint8Array, signal: AbortSignal): Promise<readonly Span[]>;
}

const processes = oneAtATime(
  ({ timeoutSeconds, ...start }: SpeechStart & { readonly timeoutSeconds: number }) =>
    modelProcess<SpeechAsk, SpeechAnswer>({
      kind: 'speech',
      name: 'speech recogniser',
      entry: 'speech',
      args: () => [JSON.stringify(start)],
      hangsMs: timeoutSeconds * 1000,
      mostBytes: mostBytesFor(Object.values(start.model.files)),
    }),
);

/**
 * The recogniser for a model; its process starts with the first sound.
 * @param hotwords names and terms to listen for: see hotwords.ts
 * @param timeoutSeconds for a piece of sound: a process that takes longer is ended
 * @throws Error saying how to install the package that runs it
 */
export function sherpaRecogniser(
  model: ChosenSherpa,
  timeoutSeconds = SPEECH_TIMEOUT_SECONDS,
  hotwords?: string,
): SherpaRecogniser {
  const { kind, folder, files } = model;
  const start = {
    ...{ model: { kind, folder, files }, runtime: runtimeFor(model) },
    ...{ silero: sileroFor(model), timeoutSeconds, hotwords },
  };
  const ask = async (asked: SpeechAsk, signal: AbortSignal) => (await processes.of(start)).ask(asked, signal);
  return {
    async words(pcm, signal) {
      const answer = await ask({ type: 'words', pcm }, signal);
      return answer.type === 'words' ? answer.result : { text: '' };
    },
    async speech(pcm, signal) {
      const answer = await ask({ type: 'speech', pcm }, signal);
      return answer.type === 'speech' ? answer.spans : [];
    },
  };
}

/** Ends the processes that this one has started. */
export function stopSpeech(): Promise<void> {
  return processes.stop();
}
