import { isRecord } from '../../../../contract/record.ts';
import { importPackage } from '../../../models/index.ts';
import type { ChosenSherpa } from './model-for.ts';

/** The part of sherpa-onnx-node that we use; the package has no types. */
export interface SherpaModule {
  OfflineRecognizer: new (config: SherpaConfig) => SherpaRecognizer;
  Vad: new (config: object, keptSeconds: number) => SherpaVad;
}

export interface SherpaRecognizer {
  createStream(): SherpaStream;
  decode(stream: SherpaStream): void;
  /** In newer versions: the same without blocking the event loop. */
  decodeAsync?(stream: SherpaStream): Promise<unknown>;
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
}

/** A recogniser's configuration. */
export interface SherpaConfig {
  readonly featConfig: { readonly sampleRate: number; readonly featureDim: number };
  readonly modelConfig: Readonly<Record<string, unknown>>;
}

const PACKAGE = 'sherpa-onnx-node';

/**
 * Loads the package: the one that vau setup brought for the model, else one that the user has installed beside vau. It is
 * not a dependency of ours, and its name is hidden from the bundler.
 * @throws Error saying how to install it
 */
export async function loadSherpa({
  dataDir,
  installed,
}: Pick<ChosenSherpa, 'dataDir' | 'installed'>): Promise<SherpaModule> {
  const loaded = installed ? await importPackage(dataDir, installed, PACKAGE) : await besideVau();
  const found = isModule(loaded)
    ? loaded
    : isRecord(loaded) && isModule(loaded.default)
      ? loaded.default
      : null;
  if (found) return found;
  throw new Error(`The package ${PACKAGE} has no OfflineRecognizer; install a newer version.`);
}

async function besideVau(): Promise<unknown> {
  const name: string = PACKAGE;
  try {
    return await import(name);
  } catch (error) {
    const say = 'cannot be loaded; install it beside vau: npm install -g';
    throw new Error(`The package ${PACKAGE} ${say} ${PACKAGE}`, { cause: error });
  }
}

function isModule(value: unknown): value is SherpaModule {
  return isRecord(value) && typeof value.OfflineRecognizer === 'function';
}
