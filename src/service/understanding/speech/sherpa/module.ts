import { isRecord } from '../../../../contract/record.ts';

/** The part of sherpa-onnx-node that we use; the package has no types. */
export interface SherpaModule {
  OfflineRecognizer: new (config: SherpaConfig) => SherpaRecognizer;
}

export interface SherpaRecognizer {
  createStream(): SherpaStream;
  decode(stream: SherpaStream): void;
  /** In newer versions: the same without blocking the event loop. */
  decodeAsync?(stream: SherpaStream): Promise<unknown>;
  getResult(stream: SherpaStream): SherpaResult;
}

export interface SherpaStream {
  acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void;
}

export interface SherpaResult {
  readonly text: string;
  /** Word pieces, with their start times in `timestamps` if the model has times. */
  readonly tokens?: readonly string[];
  readonly timestamps?: readonly number[];
}

/** A recogniser's configuration. */
export interface SherpaConfig {
  readonly featConfig: { readonly sampleRate: number; readonly featureDim: number };
  readonly modelConfig: Readonly<Record<string, unknown>>;
}

const PACKAGE = 'sherpa-onnx-node';

/**
 * Loads the package, which the user installs: it is not a dependency of ours, and its name is hidden from the bundler.
 * @throws Error saying how to install it
 */
export async function loadSherpa(): Promise<SherpaModule> {
  const name: string = PACKAGE;
  const loaded: unknown = await import(name).catch((error: unknown) => {
    throw new Error(
      `The package ${PACKAGE} cannot be loaded; install it beside vau: npm install -g ${PACKAGE}`,
      { cause: error },
    );
  });
  const found = isModule(loaded)
    ? loaded
    : isRecord(loaded) && isModule(loaded.default)
      ? loaded.default
      : null;
  if (found) return found;
  throw new Error(`The package ${PACKAGE} has no OfflineRecognizer; install a newer version.`);
}

function isModule(value: unknown): value is SherpaModule {
  return isRecord(value) && typeof value.OfflineRecognizer === 'function';
}
