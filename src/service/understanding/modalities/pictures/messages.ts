/** What the process of a picture encoder is to turn into vectors, one for each, in order: texts, or pictures. */
export type PictureAsk =
  | { readonly texts: readonly string[] }
  /** Pixels of the model's size: rgb24, row by row, without padding. */
  | { readonly pictures: readonly Uint8Array[] };

/** A request, and the model that it is for. */
export interface AskOfPictures {
  readonly of: PictureModel;
  readonly ask: PictureAsk;
}

/** A pair of encoders in ONNX that vau setup brought: what their process is started with. */
export interface PictureModel {
  readonly model: string;
  /** Absolute paths. */
  readonly vision: string;
  readonly text: string;
  readonly tokenizer: string;
  /** The file that imports onnxruntime-web. */
  readonly runtime: string;
  readonly threads: number;
  readonly pictures: PictureForm;
  readonly texts: TextForm;
}

/** How a model wants its pictures. */
export interface PictureForm {
  /** Pixels of each side. */
  readonly size: number;
  /** Whether the shorter side is scaled to it and the middle cut out, or the picture is stretched. */
  readonly fit: 'crop' | 'stretch';
  /** Mean and deviation of red, green and blue in the pictures that it learned from, 0 to 1. */
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
}

/** How a model wants its texts. */
export interface TextForm {
  /** Longest text, in tokens; a longer one is cut. */
  readonly mostTokens: number;
  /** The token that fills up shorter ones, for a model that reads the last place; undefined: they stay short. */
  readonly padding?: number | undefined;
  /** The token that must end a text. */
  readonly end?: number | undefined;
  readonly lowerCase: boolean;
}
