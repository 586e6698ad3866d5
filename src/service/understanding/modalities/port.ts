import type { Modality } from '../../../contract/index.ts';
import type { Ffmpeg } from '../../../media/index.ts';
import type { SpeechProviderName } from '../../context/speech-settings.ts';
import type { HeldGap } from './held-gaps.ts';
import type { SceneLine, SceneTextLine, SoundSpan, SpeechLine } from './lines.ts';
import type { VisualNeeds, VisualPass } from './visual-pass/types.ts';

/** The line type of each modality. */
export interface LineOf {
  speech: SpeechLine;
  scene_text: SceneTextLine;
  visual_scene_description: SceneLine;
  audio_description: SoundSpan;
}

/** What affects a provider's result besides the media itself. Equal settings give equal results. */
export type Settings = Record<string, string | number | boolean | null>;

/** The origin of a result. */
export interface MadeBy {
  provider: string;
  settings: Settings;
}

/** How the speech of a file is to be recognised. */
export interface Hearing {
  /** Object key of a transcript corrected by hand, which replaces what is recognised. */
  readonly transcriptKey?: string;
  /** The only provider to use. */
  readonly provider?: SpeechProviderName;
  /** Language code of the audio track to use; default: the default track. */
  readonly audioLanguage?: string;
  /** Names and terms. */
  readonly vocabulary: readonly string[];
  /** Names of speakers by provider and label. */
  readonly speakers: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A provider's input. Paths are ours, never the uploader's. */
export interface ModalityInput {
  mediaPath: string;
  /** The uploaded SRT or WebVTT file, if any. */
  sidecarPath: string | undefined;
  /** The transcript corrected by hand, if any. */
  transcriptPath?: string | undefined;
  /** Default: nothing is asked for. */
  hearing?: Hearing | undefined;
  /** Access to the picture; decoded on demand. */
  visualPass: VisualPass;
  ffmpeg: Ffmpeg;
  /** Length of the media in seconds; null if it has none. */
  seconds?: number | null;
  /** A new, empty folder that is deleted with its process; default: a system one. */
  tmpFolder?: () => Promise<string>;
  /** Reports the progress of a modality. */
  report?: (modality: Modality, done: number, total: number) => void;
}

/** Lines in order of time, and notes about what could not be recognised (a damaged picture, no subtitles). */
export interface ModalityResult<S extends Modality> {
  lines: LineOf[S][];
  notes: string[];
  /** What was not perceived, and why, besides lines that are not to be trusted; results of earlier versions have none. */
  gaps?: readonly HeldGap[];
  /** The voices of those who speak, where speakers were told apart (speech). */
  voices?: SpeakerVoices;
  /** Why this is no result for this media, as a sentence for people: the next provider is tried, and it becomes a note of that. */
  unfit?: string;
  /** Whether what was given cannot be read at all: an error, unless another provider hears. */
  unread?: boolean;
  /** Why this is the earlier result, where it was to be made again and could not be. */
  kept?: string;
  /** Lines that are not to be trusted: nothing is made from them, and they are shown on request only. */
  doubtful?: LineOf[S][];
}

/** What the speakers of a file sound like. */
export interface SpeakerVoices {
  /** The model of the vectors: those of others cannot be compared with them. */
  readonly model: string;
  /** The number in a speaker's label, and a vector of any length as base64: 4 bytes a number. */
  readonly heard: readonly { readonly speaker: number; readonly vector: string }[];
}

/** Stores finished pieces of a long analysis, so that a crash or retry does not repeat them. */
export interface KeptPieces {
  /** The stored piece with that name; undefined if there is none. */
  get(name: string): Promise<unknown>;
  /** Stores a piece of JSON data. */
  put(name: string, piece: object): Promise<void>;
}

/** A provider's plan for one input: what it will do, and how to run it. */
export interface ModalityPlan<S extends Modality> extends MadeBy {
  /** What it needs from the visual pass. */
  needs?: keyof VisualNeeds;
  /** The quality of the result, as a sentence for people; shown with it. */
  quality?: string;
  /** It will perceive nothing, and say why: it only runs if no later provider can perceive more. */
  deaf?: boolean;
  /** Runs the analysis. Rejects with a readable reason if it fails, and soon after `signal` aborts. */
  run(signal: AbortSignal, kept?: KeptPieces): Promise<ModalityResult<S>>;
}

/** One way to analyse a modality. To add a better one (a model folder, an endpoint), implement this. */
export interface ModalityProvider<S extends Modality> {
  readonly modality: S;
  /**
   * What its results are made by, whatever the file: those of the settings that name the model and the method. Undefined if
   * it is not set up. A provider of texts that come with a file has none. Rejects as `plan` does.
   */
  maker?(): Promise<MadeBy | undefined>;
  /**
   * Returns a plan, or undefined if this provider is not set up and the next one should be tried. Rejects with a
   * sentence that says what is missing if it is set up and cannot work.
   */
  plan(input: ModalityInput): Promise<ModalityPlan<S> | undefined>;
}
