import { sameLanguage } from '../../../../media/index.ts';
import type { SpeechConfig } from '../../../context/speech-settings.ts';
import { trackOf } from '../../audio/track.ts';
import type { ModalityPlan, ModalityProvider, Settings } from '../../port.ts';
import { speechByPieces } from '../../voice-activity/by-pieces.ts';
import type { Chunk } from '../../voice-activity/chunks.ts';
import type { Cut } from '../../voice-activity/cut-sound.ts';
import type { VoicedSpan } from '../../voice-activity/silero.ts';
import { CUTTER, recogniseSpeech } from '../recognise.ts';
import { joined } from './joined.ts';
import { type HeardLine, linesOf } from './lines.ts';
import { withNames } from './names.ts';
import { judged, TRUST } from './trust.ts';
import { askMoonshine, type MoonshineWeights, moonshineWeights } from './weights.ts';

/** Chunks of this length, in seconds, have the fewest errors; a pause ends one, however short. */
const RULES = { longest: 15, pause: 0.8, overlap: 0.8 };

/** Words wrong in real English recordings, in percent: `npm run bench -- hearing`. */
const QUALITY: Readonly<Record<string, string>> = {
  'moonshine-base': 'English: about one word in twelve is wrong; lines that cannot be trusted are left out.',
  'moonshine-tiny': 'English: about one word in ten is wrong; lines that cannot be trusted are left out.',
};

/** Chunks that are on their way: one is recognised while the next is cut. */
const PARALLEL = 2;

/** English by the default recogniser on this machine, if its weights are there. */
export function moonshineSpeech(
  dataDir: string,
  { timeoutSeconds }: Pick<SpeechConfig, 'timeoutSeconds'>,
): ModalityProvider<'speech'> {
  return {
    modality: 'speech',
    async maker() {
      const weights = moonshineWeights(dataDir);
      return weights && { provider: 'moonshine', settings: methodOf(weights) };
    },
    async plan(input) {
      const weights = moonshineWeights(dataDir);
      if (!weights) return undefined;
      const track = await trackOf(input);
      const spoken = input.hearing?.audioLanguage ?? track.language;
      if (spoken !== null && isOther(spoken)) return inOtherLanguage(spoken, weights);
      const vocabulary = input.hearing?.vocabulary ?? [];
      const ask = askMoonshine(weights, timeoutSeconds);
      return {
        provider: 'moonshine',
        settings: {
          ...{ ...methodOf(weights), ...track.settings },
          ...(vocabulary.length > 0 && { vocabulary: vocabulary.join('/') }),
        },
        quality: QUALITY[weights.model] ?? '',
        run: async (signal, kept) => {
          let speech: readonly VoicedSpan[] = [];
          const recogniser = {
            ...{ rules: RULES, parallel: PARALLEL },
            async speechIn(sound: AsyncIterable<Buffer>) {
              speech = await speechByPieces(sound, async (pcm) => {
                const answer = await ask({ type: 'speech', pcm }, signal);
                return answer.type === 'speech' ? answer.spans : [];
              });
              return speech;
            },
            async recognise({ span, pcm }: Cut<Chunk>, until: AbortSignal): Promise<HeardLine[]> {
              const answer = await ask({ type: 'words', pcm }, until);
              return answer.type === 'words' ? linesOf(answer.heard, span, speech) : [];
            },
            finish: (lines: readonly HeardLine[]) => judged(withNames(joined(lines), vocabulary)),
          };
          return recogniseSpeech(input, recogniser, signal, kept);
        },
      };
    },
  };
}

function methodOf({ model }: MoonshineWeights): Settings {
  const { longest, pause } = RULES;
  return { version: model, language: 'en', cutter: CUTTER, longest, pause, trust: TRUST };
}

/** Codes of no, several or unnamed languages. */
const UNNAMED = ['mul', 'mis', 'zxx', 'und'];

/** Whether a code surely names another language: some media have free text there. */
function isOther(code: string): boolean {
  return /^[a-z]{2,3}(-|$)/i.test(code) && !UNNAMED.includes(code.toLowerCase()) && !sameLanguage(code, 'en');
}

/** The plan for audio that is said to be in another language. */
function inOtherLanguage(code: string, weights: MoonshineWeights): ModalityPlan<'speech'> {
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  const notes = [
    `The audio is in ${language}, and ${weights.model} knows only English: nothing was recognised. ` +
      'vau setup speech parakeet-v3 brings 25 languages.',
  ];
  return {
    provider: 'moonshine',
    settings: { ...methodOf(weights), language: code },
    run: async () => ({ lines: [], notes, gaps: [{ reason: 'other_language' }] }),
  };
}
