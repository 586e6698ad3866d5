import { decodeSound } from '../../../media/index.ts';
import { audioPassOf } from '../audio/audio-pass.ts';
import type { KeptPieces, ModalityInput } from '../port.ts';
import { cutSound } from '../voice-activity/cut-sound.ts';
import type { SpeakersAnswer } from './messages.ts';
import { type SpeakersModel, speakersProcess } from './model.ts';
import { joined } from './voices.ts';

/** Seconds of sound that are looked at together: 10 MB of samples. */
export const PIECE = 300;

/** A finished piece, as it is stored. */
interface Kept {
  readonly turns: SpeakersAnswer['turns'];
  readonly voices: readonly { readonly speaker: number; readonly vector: readonly number[] }[];
}

/**
 * Tells the speakers of an input apart. Finished pieces are stored.
 * @throws Error with a readable reason
 */
export async function listenForSpeakers(
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
