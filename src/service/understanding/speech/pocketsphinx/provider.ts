import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { run } from '../../../../media/ffmpeg/run.ts';
import { sameLanguage } from '../../../../media/index.ts';
import { trackOf } from '../../audio/track.ts';
import type { SpeechLine, SpeechWord } from '../../lines.ts';
import type { ModalityInput, ModalityPlan, ModalityProvider, Settings } from '../../port.ts';
import type { Chunk } from '../../voice-activity/chunks.ts';
import type { Cut } from '../../voice-activity/cut-sound.ts';
import { toWav, WAV_HEADER_BYTES } from '../../voice-activity/wav.ts';
import { linesOfWords } from '../lines-of-words.ts';
import { CUTTER, recogniseSpeech } from '../recognise.ts';
import { unusedVocabulary } from '../vocabulary.ts';
import { type HeardWord, readBacktrace } from './backtrace.ts';
import { JUDGE, judged } from './judge.ts';
import { findPocketsphinx, MODEL_FILES, type Pocketsphinx } from './locate.ts';

/** Chunks of half a minute: each runs in its own process, which takes half a second to start. */
const RULES = { longest: 30, pause: 2 };

const QUALITY =
  'Rough English: about one word in ten is wrong in clear narration, one in four in other recordings, most in noise.';

/**
 * States of words that are followed at the same time: a fifth of the program's default, so that noise, in which everything
 * is equally likely, takes less time. With 3,000, a clear "twenty" became "ninety".
 */
const STATES = 6000;

/** What results depend on, whatever the file. */
const METHOD: Settings = {
  ...{ cutter: CUTTER, longest: RULES.longest, pause: RULES.pause },
  ...{ states: STATES, judge: JUDGE },
};

/** Both cores of a small machine; more would take them from other work. */
const PARALLEL = Math.min(2, os.availableParallelism());

/** Rough English on this machine, if the system has pocketsphinx and its model; otherwise no plan. */
export const pocketsphinxSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  maker: async () => (findPocketsphinx() ? { provider: 'pocketsphinx', settings: METHOD } : undefined),
  async plan(input) {
    const found = findPocketsphinx();
    if (!found) return undefined;
    const track = await trackOf(input);
    const spoken = input.hearing?.audioLanguage ?? track.language;
    if (spoken !== null && isOther(spoken)) return inOtherLanguage(spoken);
    return {
      provider: 'pocketsphinx',
      settings: { language: 'en', ...METHOD, ...track.settings },
      quality: `${QUALITY}${unusedVocabulary(input)}`,
      run: (signal, kept) => {
        const recognise = (cut: Cut<Chunk>, until: AbortSignal) => recogniseChunk(found, input, cut, until);
        return recogniseSpeech(input, { rules: RULES, parallel: PARALLEL, recognise }, signal, kept);
      },
    };
  },
};

/** Codes of no, several or unnamed languages. */
const UNNAMED = ['mul', 'mis', 'zxx', 'und'];

/** Whether a code surely names another language: some media have free text there. */
function isOther(code: string): boolean {
  return /^[a-z]{2,3}(-|$)/i.test(code) && !UNNAMED.includes(code.toLowerCase()) && !sameLanguage(code, 'en');
}

/** The plan for audio that is said to be in another language. */
function inOtherLanguage(code: string): ModalityPlan<'speech'> {
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  const notes = [`The audio is in ${language}, and pocketsphinx knows only English: nothing was recognised.`];
  return {
    provider: 'pocketsphinx',
    settings: { language: code, ...METHOD },
    run: async () => ({ lines: [], notes }),
  };
}

function wordOf({ word, start, end }: HeardWord): SpeechWord {
  return { word, start, end };
}

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
    args.push('-cepdir', folder, '-cepext', '.wav', '-ctl', 'list', '-hyp', 'words');
    // By default it drops silence before it counts frames, and words come too early.
    args.push('-remove_silence', 'no', '-remove_noise', 'no');
    args.push('-backtrace', 'yes', '-logfn', 'log', '-maxhmmpf', String(STATES));
    const timeoutSeconds = 60 + 20 * (span.end - span.start);
    await run(program, args, { file: program, cwd: folder, signal, timeoutSeconds });
    const words = readBacktrace(await readFile(path.join(folder, 'log'), 'utf8'), span.start);
    return judged(linesOfWords(words.map(wordOf)), words);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
