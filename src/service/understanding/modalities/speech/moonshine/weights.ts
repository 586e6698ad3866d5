import path from 'node:path';
import { chosenName, type InstalledModel, readModel } from '../../../../models/index.ts';
import { SILERO, sileroWeights } from '../../voice-activity/weights.ts';
import { askEngine, type Engine } from '../engine.ts';
import type { MoonshineAnswer, MoonshineAsk, MoonshineStart } from './messages.ts';

/** What `vau setup speech` brings, the better one first. */
const MODELS = ['moonshine-base', 'moonshine-tiny'];

/** How the manifests of these models name what runs them. */
export const MOONSHINE_KIND = 'moonshine-merged';

/** A model of the default recogniser with all that it needs. */
export interface MoonshineWeights {
  readonly model: string;
  readonly encoder: string;
  readonly decoder: string;
  readonly silero: string;
}

/**
 * The weights of the default recogniser: those that the settings name, or the better ones.
 * @returns undefined if they were not brought
 * @throws Error naming what is damaged, and the command that brings it again
 */
export function moonshineWeights(dataDir: string): MoonshineWeights | undefined {
  const chosen = MODELS.filter((model) => model === chosenName(dataDir, 'speech'));
  for (const model of [...chosen, ...MODELS]) {
    const installed = read(dataDir, model);
    if (installed?.manifest.kind !== MOONSHINE_KIND) continue;
    const at = (name: string) => path.join(installed.folder, name);
    return {
      model,
      encoder: at('encoder_model.onnx'),
      decoder: at('decoder_model_merged.onnx'),
      silero: sileroOf(dataDir, installed),
    };
  }
  return undefined;
}

function read(dataDir: string, model: string): InstalledModel | undefined {
  try {
    return readModel(dataDir, 'speech', model);
  } catch (error) {
    throw damaged(model, error instanceof Error ? error.message : String(error));
  }
}

function sileroOf(dataDir: string, installed: InstalledModel): string {
  const file = sileroWeights(dataDir, installed);
  if (file !== undefined) return file;
  throw damaged(installed.manifest.model, `the package ${SILERO}, which finds speech, is missing.`);
}

const damaged = (model: string, why: string) =>
  new Error(`The model ${model} is damaged: ${why} Get it with: vau setup speech ${model}`);

/** Asks the process that runs them: with onnxruntime-node where it is installed beside vau, which is twice as fast. */
export function askMoonshine(
  { encoder, decoder, silero }: MoonshineWeights,
  timeoutSeconds: number | undefined,
): (ask: MoonshineAsk, signal: AbortSignal) => Promise<MoonshineAnswer> {
  const start: MoonshineStart = { encoder, decoder, silero, runtime: nativeRuntime() };
  const engine: Engine = { entry: 'moonshine', start, weights: [encoder, decoder], timeoutSeconds };
  return (ask, signal) => askEngine(engine, ask, signal);
}

function nativeRuntime(): string | undefined {
  try {
    return import.meta.resolve('onnxruntime-node');
  } catch {
    return undefined;
  }
}
