import { readFile } from 'node:fs/promises';
import { answerRequests } from '../../model-process/main.ts';
import { packagedOnnx } from '../../onnx/packaged.ts';
import type { OnnxModule } from '../../onnx/runtime.ts';
import { samplesOf } from '../../voice-activity/samples.ts';
import { loadSilero } from '../../voice-activity/silero.ts';
import { generate, type Moonshine } from './generate.ts';
import type { MoonshineAnswer, MoonshineAsk, MoonshineStart } from './messages.ts';

/** Main program of the recogniser's process. Its argument: a MoonshineStart as JSON. */
const start = JSON.parse(process.argv[2] ?? '{}') as MoonshineStart;

answerRequests<MoonshineAsk, MoonshineAnswer>('speech', answering());

async function answering(): Promise<(ask: MoonshineAsk) => Promise<MoonshineAnswer>> {
  const onnx = start.runtime === undefined ? await packagedOnnx() : await native(start.runtime);
  const provider = start.runtime === undefined ? 'wasm' : 'cpu';
  const findSpeech = await loadSilero(onnx, await readFile(start.silero), provider);
  let loaded: Promise<Moonshine> | undefined;
  return async ({ type, pcm }) => {
    const samples = samplesOf(pcm);
    if (type === 'speech') return { type, spans: await findSpeech(samples) };
    // Sound without speech needs no more.
    loaded ??= loadMoonshine(onnx, provider);
    return { type, heard: await generate(await loaded, samples) };
  };
}

/** One after the other, so that the bytes of one file at a time are in memory. */
async function loadMoonshine(onnx: OnnxModule, provider: 'wasm' | 'cpu'): Promise<Moonshine> {
  const load = async (file: string) =>
    onnx.InferenceSession.create(await readFile(file), {
      executionProviders: [provider],
      intraOpNumThreads: 1,
    });
  const encoder = await load(start.encoder);
  const decoder = await load(start.decoder);
  return { onnx, encoder, decoder };
}

async function native(url: string): Promise<OnnxModule> {
  const loaded = (await import(url)) as OnnxModule & { readonly default?: OnnxModule };
  return loaded.default ?? loaded;
}
