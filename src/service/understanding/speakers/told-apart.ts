import { messageOf } from '../../errors.ts';
import type { ModalityPlan, ModalityProvider, ModalityResult } from '../port.ts';
import { withSpeakers } from './assign.ts';
import { listenForSpeakers, PIECE } from './listen.ts';
import { type SpeakersModel, speakersModel } from './model.ts';

/** Increase it when speakers are given to lines differently, so that stored results are not mixed with new ones. */
const RULES = 1;

type Speech = ModalityProvider<'speech'>;

/** A recogniser whose lines get speakers, if vau setup brought what tells them apart. */
export function speakersToldApart(recogniser: Speech, dataDir: string): Speech {
  return {
    modality: 'speech',
    async plan(input) {
      const plan = await recogniser.plan(input);
      if (!plan) return plan;
      const model = look(dataDir);
      if (!model) return plan;
      if ('problem' in model) return { ...plan, quality: `${plan.quality ?? ''} ${model.problem}`.trim() };
      const { model: name, distance } = model;
      return {
        ...plan,
        settings: { ...plan.settings, speakers: name, distance, piece: PIECE, speaker_rules: RULES },
        run: async (signal, kept) => {
          const heard = await plan.run(signal, kept);
          return spoken(heard, () => listenForSpeakers(input, model, signal, kept), signal);
        },
      } satisfies ModalityPlan<'speech'>;
    },
  };
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
  signal: AbortSignal,
): Promise<ModalityResult<'speech'>> {
  const { lines, doubtful, notes } = heard;
  // An endpoint may tell them apart itself.
  if (lines.length === 0 || lines.some(({ speaker }) => speaker !== undefined)) return heard;
  try {
    const { turns } = await listen();
    return {
      ...heard,
      lines: withSpeakers(lines, turns),
      ...(doubtful && { doubtful: withSpeakers(doubtful, turns) }),
    };
  } catch (error) {
    signal.throwIfAborted();
    return { ...heard, notes: [...notes, `The speakers were not told apart: ${messageOf(error)}`] };
  }
}
