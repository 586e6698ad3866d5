import type { ColourShare, Damage, Ffmpeg, Grey, PartFacts } from '../../../../media/index.ts';

/** The input of the analysis. */
export interface VisualInput {
  readonly path: string;
  readonly mediaType: string | null;
  /** Seconds; null for an image. */
  readonly duration: number | null;
  readonly ffmpeg: Ffmpeg;
  /** Returns a new folder, deleted when the visual pass is closed. */
  tmpFolder(): Promise<string>;
}

/** A frame extracted from the media as JPEG, with its time in seconds. */
export interface Keyframe {
  readonly time: number;
  readonly image: Buffer;
}

/** The luma of a frame extracted from the media, with its time in seconds. */
export interface GreyKeyframe {
  readonly time: number;
  readonly grey: Grey;
  /** The same frame as 64 by 36 RGB pixels, if available. */
  readonly small?: Uint8Array | undefined;
}

/** A span of a film and its appearance. Times in seconds. */
export interface Scene {
  readonly start: number;
  readonly end: number;
  readonly facts: PartFacts;
  /** The shot that it is, or is part of; null if shots were not detected. */
  readonly shot: { readonly start: number; readonly end: number } | null;
}

/** A shot of a film and its most common colours. Times in seconds. */
export interface SeenShot {
  readonly start: number;
  readonly end: number;
  readonly colours: readonly ColourShare[];
}

/** What a visual pass must provide, so that one pass over the film serves everything. */
export interface VisualNeeds {
  readonly pictures: boolean;
  /** Scenes or shots: both come from the same frames. */
  readonly scenes: boolean;
  /** Called with the number of seconds of film analysed, frame by frame. */
  readonly looked?: (seconds: number) => void;
}

/** Everything that modalities need from the picture of one file. Nothing is decoded before it is requested. */
export interface VisualPass {
  /** Duration in seconds; null for an image. */
  readonly duration: number | null;
  /** The times of the frames. They depend only on the file, so that every collection can reuse results. */
  readonly times: readonly number[];
  /** True if scenes come from every frame; false if from key frames, which show no shots. */
  readonly thorough: boolean;
  /** Declares what will be requested; call it once, first. */
  prepare(needs: VisualNeeds): void;
  /** Yields the frames; only a few are held in memory or on disk. */
  pictures(signal: AbortSignal): AsyncIterable<GreyKeyframe>;
  scenes(signal: AbortSignal): Promise<readonly Scene[]>;
  /** Where the decoder reported errors; only known if every frame is decoded. */
  damage(signal: AbortSignal): Promise<readonly Damage[]>;
  /** The shots of a film, from every frame however long it is; a film without a cut is one shot. */
  shots(signal: AbortSignal): Promise<readonly SeenShot[]>;
  /** Frames at other times, found by seeking. `maxWidth` in pixels. */
  stills(times: readonly number[], maxWidth: number, signal: AbortSignal): AsyncIterable<Keyframe>;
}

/** The visual pass of audio: empty. */
export const blind: VisualPass = {
  duration: null,
  times: [],
  thorough: false,
  prepare: () => {},
  async *pictures() {},
  scenes: async () => [],
  damage: async () => [],
  shots: async () => [],
  async *stills() {},
};
