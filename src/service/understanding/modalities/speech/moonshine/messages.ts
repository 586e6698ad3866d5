import type { VoicedSpan } from '../../voice-activity/silero.ts';

/** What the recogniser's process is started with. Paths are absolute. */
export interface MoonshineStart {
  readonly encoder: string;
  readonly decoder: string;
  /** The weights that find speech. */
  readonly silero: string;
  /** The address of onnxruntime-node, if it is installed beside vau; else the runtime that is part of vau. */
  readonly runtime?: string | undefined;
}

/** Sound in which to recognise words, or to find speech: 16-bit mono samples at 16 kHz. */
export interface MoonshineAsk {
  readonly type: 'words' | 'speech';
  readonly pcm: Uint8Array;
}

/** The pieces of words that were heard, in their order. */
export interface HeardPieces {
  /** A piece that begins with `▁` begins a word. */
  readonly pieces: readonly string[];
  /** The natural logarithm of each piece's probability, and that of the end after them. */
  readonly logs: readonly number[];
  /** False where it went on to the limit: it repeats itself. */
  readonly ended: boolean;
}

/** What was recognised, or where speech is in seconds from the start of the sound. */
export type MoonshineAnswer =
  | { readonly type: 'words'; readonly heard: HeardPieces }
  | { readonly type: 'speech'; readonly spans: readonly VoicedSpan[] };
