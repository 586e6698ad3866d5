import { isDisturbed } from '../../../media/index.ts';
import { messageOf } from '../../errors.ts';
import type { ModalityPlan, ModalityProvider, ModalityResult, Settings } from '../port.ts';
import { withSpeakers } from './assign.ts';
import { toBase64 } from './labels.ts';
import { listenForSpeakers, PIECE } from './listen.ts';
import { type SpeakersModel, speakersModel } from './model.ts';

/** Increase it when speakers are given to lines differently, so that stored results are not mixed with new ones. */
const RULES = 2;

type Speech = ModalityProvider<'speech'>;

/** A recogniser whose lines get speakers, if vau setup brought what tells them apart. */
export function speakersToldApart(recogniser: Speech, dataDir: string): Speech {
  return {
    modality: 'speech',
    async maker() {
      const made = await recogniser.maker?.();
      const model = made && look(dataDir);
      return model && !('problem' in model)
        ? { ...made, settings: { ...made.settings, ...methodOf(model) } }
        : made;
    },
    async plan(input) {
      const plan = await recogniser.plan(input);
      if (!plan) return plan;
      const model = look(dataDir);
      if (!model) return plan;
      if ('problem' in model) return { ...plan, quality: `${plan.quality ?? ''} ${model.problem}`.trim() };
      return {
        ...plan,
        settings: { ...plan.settings, ...methodOf(model) },
        run: async (signal, kept) => {
          const heard = await plan.run(signal, kept);
          return spoken(heard, () => listenForSpeakers(input, model, signal, kept), model, signal);
        },
      } satisfies ModalityPlan<'speech'>;
    },
  };
}

/** One setting: a result without it is the same transcript without speakers. */
function methodOf({ model, distance }: SpeakersModel): Settings {
  return { speakers: `${model}, distance ${distance}, pieces of ${PIECE} s, rules ${RULES}` };
}

/** The model; a transcript without speakers is better than none, so what is wrong with it is only said. */
function look(dataDir: string): SpeakersModel | { readonly problem: string } | undefined {
  try {
    return speakersModel(dataDir);
  } catch (error) {
    return { problem: `The speakers are not told apart: ${messageOf(error)}` };
  }
}

async function spoken(
  heard: ModalityResult<'speech'>,
  listen: () => ReturnType<typeof listenForSpeakers>,
  { model }: SpeakersModel,
  signal: AbortSignal,
): Promise<ModalityResult<'speech'>> {
  const { lines, doubtful, notes } = heard;
  // An endpoint may tell them apart itself.
  if (lines.length === 0 || lines.some(({ speaker }) => speaker !== undefined)) return heard;
  try {
    const { turns, voices } = await listen();
    return {
      ...heard,
      lines: withSpeakers(lines, turns),
      voices: { model, heard: voices.map(({ speaker, vector }) => ({ speaker, vector: toBase64(vector) })) },
      ...(doubtful && { doubtful: withSpeakers(doubtful, turns) }),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (isDisturbed(error)) throw error;
    return { ...heard, notes: [...notes, `The speakers were not told apart: ${messageOf(error)}`] };
  }
}
