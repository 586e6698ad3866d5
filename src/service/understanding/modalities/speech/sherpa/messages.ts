import type { Span } from '../../voice-activity/activity.ts';
import type { SherpaModel } from './model.ts';
import type { SherpaResult } from './module.ts';
import type { Runtime } from './runtime.ts';

/** What the recogniser's process is started with. */
export interface SpeechStart {
  readonly model: SherpaModel;
  readonly runtime: Runtime;
  /** The weights that find speech, if vau setup brought them. */
  readonly silero?: string | undefined;
  /** Names and terms to listen for: see config.ts. */
  readonly hotwords?: string | undefined;
}

/** Sound in which to recognise words, or to find speech: 16-bit mono samples at 16 kHz. */
export interface SpeechAsk {
  readonly type: 'words' | 'speech';
  readonly pcm: Uint8Array;
}

/** What was recognised, or where speech is in seconds from the start of the sound. */
export type SpeechAnswer =
  | { readonly type: 'words'; readonly result: SherpaResult }
  | { readonly type: 'speech'; readonly spans: readonly Span[] };
