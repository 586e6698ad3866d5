/**
 * Loaded before a program's own code: gives it a package sherpa-onnx-node, which no test machine has. It checks what
 * it is handed as the real one does, and hears one sentence in any sound that is not silent.
 */
import { register } from 'node:module';

const code = `
  import { statSync } from 'node:fs';
  export class OfflineRecognizer {
    constructor({ featConfig, modelConfig }) {
      if (featConfig.sampleRate !== 16000) throw new Error('check your config');
      for (const file of [modelConfig.tokens, modelConfig.whisper.encoder, modelConfig.whisper.decoder]) statSync(file);
    }
    createStream() {
      return { acceptWaveform(wave) { this.wave = wave; } };
    }
    decode() {}
    getResult({ wave: { samples, sampleRate } }) {
      const loud = samples instanceof Float32Array && sampleRate === 16000 && samples.some((value) => Math.abs(value) > 0.1);
      return loud
        ? { text: 'ships at noon', tokens: [' ships', ' at', ' no', 'on'], timestamps: [0, 0.3, 0.5, 0.7] }
        : { text: '', tokens: [], timestamps: [] };
    }
  }`;
const url = `data:text/javascript,${encodeURIComponent(code)}`;
const hooks = `
  export const resolve = (name, context, next) =>
    name === 'sherpa-onnx-node' ? { url: ${JSON.stringify(url)}, shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
