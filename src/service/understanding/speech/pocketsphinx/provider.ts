import os from 'node:os';
import { sameLanguage } from '../../../../media/index.ts';
import { trackOf } from '../../audio/track.ts';
import type { ModalityPlan, ModalityProvider, Settings } from '../../port.ts';
import type { Chunk } from '../../voice-activity/chunks.ts';
import type { Cut } from '../../voice-activity/cut-sound.ts';
import { CUTTER, recogniseSpeech } from '../recognise.ts';
import { unusedVocabulary } from '../vocabulary.ts';
import { hearWords, STATES } from './hear.ts';
import { JUDGE, judged } from './judge.ts';
import { findPocketsphinx } from './locate.ts';

/** Chunks of half a minute: each runs in its own process, which takes half a second to start. */
export const RULES = { longest: 30, pause: 2 };

const QUALITY =
  'Rough English: about one word in ten is wrong in clear narration, one in four in other recordings, most in noise.';

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
        const recognise = async (cut: Cut<Chunk>, until: AbortSignal) =>
          judged(await hearWords(found, input, cut, until));
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
