import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { run } from '../../../../media/ffmpeg/run.ts';
import type { ModalityInput } from '../../port.ts';
import type { Chunk } from '../../voice-activity/chunks.ts';
import type { Cut } from '../../voice-activity/cut-sound.ts';
import { toWav, WAV_HEADER_BYTES } from '../../voice-activity/wav.ts';
import { type HeardWord, readBacktrace } from './backtrace.ts';
import { MODEL_FILES, type Pocketsphinx } from './locate.ts';

/**
 * States of words that are followed at the same time: a fifth of the program's default, so that noise, in which everything
 * is equally likely, takes less time. With 3,000, a clear "twenty" became "ninety".
 */
export const STATES = 6000;

/** The words that it recognises in a chunk of audio, with its own measures. */
export async function hearWords(
  { program, model }: Pocketsphinx,
  { tmpFolder }: Pick<ModalityInput, 'tmpFolder'>,
  { span, pcm }: Cut<Chunk>,
  signal: AbortSignal,
): Promise<HeardWord[]> {
  const folder = await (tmpFolder?.() ?? mkdtemp(path.join(os.tmpdir(), 'vau-speech-')));
  try {
    await writeFile(path.join(folder, 'chunk.wav'), toWav(pcm));
    await writeFile(path.join(folder, 'list'), 'chunk\n');
    const { acoustic, language, dictionary } = MODEL_FILES;
    const models = ['-hmm', acoustic, '-lm', language, '-dict', dictionary];
    const args = models.map((value) => (value.startsWith('-') ? value : path.join(model, value)));
    args.push('-adcin', 'yes', '-adchdr', String(WAV_HEADER_BYTES), '-samprate', '16000');
    args.push('-cepdir', folder, '-cepext', '.wav', '-ctl', 'list', '-hyp', 'words');
    // By default it drops silence before it counts frames, and words come too early.
    args.push('-remove_silence', 'no', '-remove_noise', 'no');
    args.push('-backtrace', 'yes', '-logfn', 'log', '-maxhmmpf', String(STATES));
    const timeoutSeconds = 60 + 20 * (span.end - span.start);
    await run(program, args, { file: program, cwd: folder, signal, timeoutSeconds });
    return readBacktrace(await readFile(path.join(folder, 'log'), 'utf8'), span.start);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
