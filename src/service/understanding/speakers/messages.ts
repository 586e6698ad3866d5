/** Sound whose speakers the process is to tell apart: 16-bit mono samples at 16 kHz. */
export interface SpeakersAsk {
  readonly pcm: Uint8Array;
}

/** A time in which one person speaks, in seconds from the start of the sound. */
export interface Turn {
  readonly start: number;
  readonly end: number;
  /** A number of this sound only. */
  readonly speaker: number;
}

/** What a voice sounds like: a vector of length 1. Vectors of the same voice are near each other. */
export interface Voice {
  readonly speaker: number;
  readonly vector: Float32Array;
}

/** Who speaks when. A speaker who says too little has no voice. */
export interface SpeakersAnswer {
  readonly turns: readonly Turn[];
  readonly voices: readonly Voice[];
}
