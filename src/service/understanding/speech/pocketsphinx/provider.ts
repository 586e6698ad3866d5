import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { run } from '../../../../media/ffmpeg/run.ts';
import type { SpeechLine } from '../../lines.ts';
import type { ModalityInput, ModalityProvider } from '../../port.ts';
import type { Chunk } from '../../voice-activity/chunks.ts';
import type { Cut } from '../../voice-activity/cut-sound.ts';
import { toWav, WAV_HEADER_BYTES } from '../../voice-activity/wav.ts';
import { linesOfWords } from '../lines-of-words.ts';
import { CUTTER, recogniseSpeech } from '../recognise.ts';
import { findPocketsphinx, MODEL_FILES, type Pocketsphinx } from './locate.ts';
import { readSegments } from './segments.ts';

/** Chunks of half a minute: each runs in its own process, which takes half a second to start. */
const RULES = { longest: 30, pause: 2 };

/** Both cores of a small machine; more would take them from other work. */
const PARALLEL = Math.min(2, os.availableParallelism());

/** Rough English on this machine, if the system has pocketsphinx and its model; otherwise no plan. */
export const pocketsphinxSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan(input) {
    const found = findPocketsphinx();
    if (!found) return undefined;
    return {
      provider: 'pocketsphinx',
      settings: { language: 'en', cutter: CUTTER, longest: RULES.longest, pause: RULES.pause },
      quality:
        'Rough English: about one word in ten is wrong in clear narration, one in four in other recordings, most in noise.',
      run: (signal, kept) => {
        const recognise = (cut: Cut<Chunk>, until: AbortSignal) => recogniseChunk(found, input, cut, until);
        return recogniseSpeech(input, { rules: RULES, parallel: PARALLEL, recognise }, signal, kept);
      },
    };
  },
};

async function recogniseChunk(
  { program, model }: Pocketsphinx,
  { tmpFolder }: ModalityInput,
  { span, pcm }: Cut<Chunk>,
  signal: AbortSignal,
): Promise<SpeechLine[]> {
  const folder = await (tmpFolder?.() ?? mkdtemp(path.join(os.tmpdir(), 'vau-speech-')));
  try {
    await writeFile(path.join(folder, 'chunk.wav'), toWav(pcm));
    await writeFile(path.join(folder, 'list'), 'chunk\n');
    const { acoustic, language, dictionary } = MODEL_FILES;
    const models = ['-hmm', acoustic, '-lm', language, '-dict', dictionary];
    const args = models.map((value) => (value.startsWith('-') ? value : path.join(model, value)));
    args.push('-adcin', 'yes', '-adchdr', String(WAV_HEADER_BYTES), '-samprate', '16000');
    args.push('-cepdir', folder, '-cepext', '.wav', '-ctl', 'list', '-hyp', 'words', '-hypseg', 'segments');
    // By default it drops silence before it counts frames, and words come too early.
    args.push('-remove_silence', 'no', '-remove_noise', 'no', '-logfn', os.devNull);
    const timeoutSeconds = 60 + 20 * (span.end - span.start);
    await run(program, args, { file: program, cwd: folder, signal, timeoutSeconds });
    const text = await readFile(path.join(folder, 'segments'), 'utf8');
    return linesOfWords(readSegments(text, span.start));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
