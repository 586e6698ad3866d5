/**
 * Speakers: the speech of a recogniser and the sound come in; lines go out with a label for each voice (assign.ts,
 * voices.ts). Voices and their names are kept for an account's other files (labels.ts, names.ts).
 */

import { decodeSound, isDisturbed } from '../../../../media/index.ts';
import { messageOf } from '../../../errors.ts';
import { audioPassOf } from '../audio/audio-pass.ts';
import type {
  KeptPieces,
  ModalityInput,
  ModalityPlan,
  ModalityProvider,
  ModalityResult,
  Settings,
} from '../port.ts';
import { cutSound } from '../voice-activity/cut-sound.ts';
import { withSpeakers } from './assign.ts';
import { toBase64 } from './labels.ts';
import type { SpeakersAnswer } from './model.ts';
import { type SpeakersModel, speakersModel, speakersProcess } from './model.ts';
import { joined } from './voices.ts';

/** Seconds of sound that are looked at together: 10 MB of samples. */
const PIECE = 300;

/** A finished piece, as it is stored. */
interface Kept {
  readonly turns: SpeakersAnswer['turns'];
  readonly voices: readonly { readonly speaker: number; readonly vector: readonly number[] }[];
}

/**
 * Tells the speakers of an input apart. Finished pieces are stored.
 * @throws Error with a readable reason
 */
async function listenForSpeakers(
  input: ModalityInput,
  model: SpeakersModel,
  signal: AbortSignal,
  kept: KeptPieces | undefined,
): Promise<SpeakersAnswer> {
  const pass = await audioPassOf(input, signal);
  if (!pass) return { turns: [], voices: [] };
  const spans = piecesOf(pass.seconds).filter(({ start, end }) =>
    pass.active.some((span) => span.start < end && span.end > start),
  );
  const found: { from: number; found: SpeakersAnswer }[] = [];
  const open: typeof spans = [];
  for (const span of spans) {
    const known = (await kept?.get(nameOf(span.start))) as Kept | undefined;
    if (known) found.push({ from: span.start, found: fromKept(known) });
    else open.push(span);
  }
  if (open.length > 0) {
    const process = speakersProcess(model);
    const { mediaPath, ffmpeg } = input;
    const window = { streamIndex: pass.stream, channels: pass.channels, endSeconds: pass.seconds };
    const sound = decodeSound(mediaPath, { ffmpeg, signal, ...window });
    try {
      for await (const { span, pcm } of cutSound(sound, open)) {
        const answer = await process.ask({ pcm }, signal);
        await kept?.put(nameOf(span.start), toKept(answer));
        found.push({ from: span.start, found: answer });
      }
    } finally {
      await process.stop();
    }
  }
  return joined(found.sort((one, other) => one.from - other.from));
}

function piecesOf(seconds: number) {
  return Array.from({ length: Math.ceil(seconds / PIECE) }, (_, at) => ({
    start: at * PIECE,
    end: Math.min(seconds, (at + 1) * PIECE),
  }));
}

const nameOf = (start: number): string => `speakers-${start}`;

const toKept = ({ turns, voices }: SpeakersAnswer): Kept => ({
  turns,
  voices: voices.map(({ speaker, vector }) => ({ speaker, vector: [...vector] })),
});

const fromKept = ({ turns, voices }: Kept): SpeakersAnswer => ({
  turns,
  voices: voices.map(({ speaker, vector }) => ({ speaker, vector: Float32Array.from(vector) })),
});

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
  listen: () => Promise<SpeakersAnswer>,
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
