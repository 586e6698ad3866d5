import type { ColourShare, Ffmpeg, Grey, PartFacts } from '../../../media/index.ts';

/** What is looked at. */
export interface VisualInput {
  readonly path: string;
  readonly mediaType: string | null;
  /** Seconds; null for a picture. */
  readonly duration: number | null;
  readonly ffmpeg: Ffmpeg;
  /** Gives a fresh folder, which goes when the visualPass is closed. */
  tmpFolder(): Promise<string>;
}

/** A picture taken out of the media: a JPEG, and the second it is shown at. */
export interface Keyframe {
  readonly time: number;
  readonly image: Buffer;
}

/** The lightness of a picture taken out of the media, and the second it is shown at. */
export interface GreyKeyframe {
  readonly time: number;
  readonly grey: Grey;
  /** The same picture as 64 by 36 pixels of red, green and blue, where it is at hand. */
  readonly small?: Uint8Array | undefined;
}

/** A stretch of a film and what it looks like. Seconds. */
export interface Scene {
  readonly start: number;
  readonly end: number;
  readonly facts: PartFacts;
  /** The shot it is, or is a part of; null where shots were not looked for. */
  readonly shot: { readonly start: number; readonly end: number } | null;
}

/** A whole shot of a film and the commonest colours in it. Seconds. */
export interface SeenShot {
  readonly start: number;
  readonly end: number;
  readonly colours: readonly ColourShare[];
}

/** What is going to be asked of a visualPass, so that one pass over the film serves all of it. */
export interface VisualNeeds {
  readonly pictures: boolean;
  /** Scenes or shots: both come from the same frames. */
  readonly scenes: boolean;
  /** Is called with how many seconds of the film have been looked at, frame by frame. */
  readonly looked?: (seconds: number) => void;
}

/** Everything the modalities can see of one file. Nothing is decoded before it is asked for. */
export interface VisualPass {
  /** Seconds the media lasts; null for a picture. */
  readonly duration: number | null;
  /** When the pictures are taken. They depend on the file alone, so that every collection can use what one has found. */
  readonly times: readonly number[];
  /** True where scenes come from every frame, false where from key frames, which tell no shots. */
  readonly thorough: boolean;
  /** Says what will be asked for; call it once, before the rest. */
  prepare(needs: VisualNeeds): void;
  /** The pictures, one after the other; no more than a few are kept, in memory or on disk. */
  pictures(signal: AbortSignal): AsyncIterable<GreyKeyframe>;
  scenes(signal: AbortSignal): Promise<readonly Scene[]>;
  /** The shots of a film, from every frame however long it is; a film without a change is one shot. */
  shots(signal: AbortSignal): Promise<readonly SeenShot[]>;
  /** Pictures at other seconds, found by seeking. `maxWidth` in pixels. */
  stills(times: readonly number[], maxWidth: number, signal: AbortSignal): AsyncIterable<Keyframe>;
}

/** What is seen of sound: nothing. */
export const blind: VisualPass = {
  duration: null,
  times: [],
  thorough: false,
  prepare: () => {},
  async *pictures() {},
  scenes: async () => [],
  shots: async () => [],
  async *stills() {},
};
