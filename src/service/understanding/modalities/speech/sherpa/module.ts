import { isRecord } from '../../../../../contract/record.ts';

/** The part of sherpa-onnx-node that we use; the package has no types. */
export interface SherpaModule {
  OfflineRecognizer: new (config: SherpaConfig) => SherpaRecognizer;
  Vad: new (config: object, keptSeconds: number) => SherpaVad;
}

export interface SherpaRecognizer {
  /** @param hotwords names and terms, separated by slashes; for transducers that search by beam */
  createStream(hotwords?: string): SherpaStream;
  decode(stream: SherpaStream): void;
  getResult(stream: SherpaStream): SherpaResult;
}

/** Finds speech in sound that is handed over piece by piece. */
export interface SherpaVad {
  acceptWaveform(samples: Float32Array): void;
  isEmpty(): boolean;
  /** The earliest speech, from a sample on. @param external false copies the samples */
  front(external: boolean): { readonly start: number; readonly samples: Float32Array };
  pop(): void;
  /** Ends speech that is not over. */
  flush(): void;
}

export interface SherpaStream {
  acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
}

export interface SherpaResult {
  readonly text: string;
  /** Word pieces, with their start times in `timestamps` if the model has times. */
  readonly tokens?: readonly string[];
  readonly timestamps?: readonly number[];
  /** The language that was heard: `de` from whisper, `<|de|>` from sense-voice; empty, or none, from others. */
  readonly lang?: string;
}

/** A recogniser's configuration. */
export interface SherpaConfig {
  readonly featConfig: { readonly sampleRate: number; readonly featureDim: number };
  readonly decodingMethod?: string;
  readonly modelConfig: Readonly<Record<string, unknown>>;
}

/** @throws Error if the imported package is not the one that we know, or too old */
export function sherpaModule(loaded: unknown): SherpaModule {
  const found = isModule(loaded)
    ? loaded
    : isRecord(loaded) && isModule(loaded.default)
      ? loaded.default
      : null;
  if (found) return found;
  throw new Error('The package sherpa-onnx-node has no OfflineRecognizer; install a newer version.');
}

function isModule(value: unknown): value is SherpaModule {
  return isRecord(value) && typeof value.OfflineRecognizer === 'function';
}
