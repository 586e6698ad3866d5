/** The models of a service under fire: a recogniser and an encoder that are small, each in a process that can be killed. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseModel, placeModel, placePackage, setUpEncoder } from '../../support/models/set-up.ts';

/** What is heard where the low voice of tones.ts speaks, and the high one. */
const WORDS = ['We promise ships at noon', 'The harbour is closed'] as const;

export const heardOf = (voice: 0 | 1): string => WORDS[voice];

/** Settings of a service that is to use them. */
export const MODEL_SETTINGS = {
  VAU_EMBEDDINGS: undefined,
  VAU_SPEECH_PROVIDERS: 'sidecar,subtitle-track,endpoint,sherpa-onnx',
};

/**
 * Stands in for the package of the recogniser: it tells the two voices apart by their pitch, and is slow enough to be
 * killed while it works.
 */
const RECOGNISER = `
const WORDS = ${JSON.stringify(WORDS)};
const clock = new Int32Array(new SharedArrayBuffer(4));
export class Vad {}
export class OfflineRecognizer {
  createStream() {
    return { acceptWaveform({ samples }) { this.samples = samples; } };
  }
  decode() {
    Atomics.wait(clock, 0, 0, 400);
  }
  getResult({ samples }) {
    let [loud, turns] = [0, 0];
    for (let at = 1; at < samples.length; at += 1) {
      if (Math.abs(samples[at]) < 0.05) continue;
      loud += 1;
      if (samples[at] > 0 !== samples[at - 1] > 0) turns += 1;
    }
    return { text: loud === 0 ? '' : WORDS[turns / loud < 0.08 ? 0 : 1] };
  }
}
`;

/**
 * Sets both up in a data folder, as vau setup does. A backup has no models, so it is done again after a restore.
 * @param folder outside of it, for the package
 */
export async function setUpModels(dataDir: string, folder: string): Promise<void> {
  const sherpa = { name: 'sherpa-onnx-node', version: '1.13.8' };
  const from = path.join(folder, 'recogniser');
  await mkdir(from, { recursive: true });
  await writeFile(path.join(from, 'package.json'), JSON.stringify({ ...sherpa, type: 'module' }));
  await writeFile(path.join(from, 'index.js'), RECOGNISER);
  await placePackage(dataDir, sherpa, from);
  const names = ['tiny-encoder.onnx', 'tiny-decoder.onnx', 'tiny-tokens.txt'];
  const files = Object.fromEntries(names.map((name) => [name, Buffer.alloc(5000, 'a')]));
  await placeModel(dataDir, { name: 'speech', model: 'tiny', kind: 'whisper', packages: [sherpa] }, files);
  await chooseModel(dataDir, 'speech', 'tiny');
  await setUpEncoder(dataDir, 'tiny', [...new Set(WORDS.join(' ').toLowerCase().split(' '))]);
}
