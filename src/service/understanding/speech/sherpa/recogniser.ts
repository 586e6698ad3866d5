import type { Span } from '../../voice-activity/activity.ts';
import { sileroWeights } from '../../voice-activity/weights.ts';
import { askEngine, type Engine } from '../engine.ts';
import type { SpeechAnswer, SpeechAsk, SpeechStart } from './messages.ts';
import type { ChosenSherpa } from './model-for.ts';
import type { SherpaResult } from './module.ts';
import { runtimeFor } from './runtime.ts';

/** A model in a process of its own, which a crash of its native code ends, and not the worker. */
export interface SherpaRecogniser {
  /** Recognises the words in 16-bit mono samples at 16 kHz. Rejects with ModelFailed, and at once on an abort. */
  words(pcm: Uint8Array, signal: AbortSignal): Promise<SherpaResult>;
  /** Finds the speech in them, in seconds from their start. Rejects as `words` does. */
  speech(pcm: Uint8Array, signal: AbortSignal): Promise<readonly Span[]>;
}

/**
 * The recogniser for a model; its process starts with the first sound.
 * @param hotwords names and terms to listen for: see hotwords.ts
 * @param timeoutSeconds for a piece of sound: a process that takes longer is ended
 * @throws Error saying how to install the package that runs it
 */
export function sherpaRecogniser(
  model: ChosenSherpa,
  timeoutSeconds?: number,
  hotwords?: string,
): SherpaRecogniser {
  const { kind, folder, files } = model;
  const start: SpeechStart = {
    ...{ model: { kind, folder, files }, runtime: runtimeFor(model) },
    ...{ silero: sileroFor(model), hotwords },
  };
  const engine: Engine = {
    entry: 'sherpa',
    start,
    weights: Object.values(files),
    timeoutSeconds,
  };
  const ask = (asked: SpeechAsk, signal: AbortSignal) =>
    askEngine<SpeechAsk, SpeechAnswer>(engine, asked, signal);
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

/** The weights that find speech, if vau setup brought them with the model. */
export function sileroFor({ dataDir, installed }: ChosenSherpa): string | undefined {
  return installed && sileroWeights(dataDir, installed);
}
