import { decodeSound } from '../../../../media/index.ts';
import { messageOf } from '../../../errors.ts';
import { clock } from '../../../text/timestamps.ts';
import { type AudioPass, audioPassOf } from '../audio/audio-pass.ts';
import type { SoundClass } from '../audio/classify.ts';
import { damageNotes } from '../damage-notes.ts';
import { damageGaps } from '../held-gaps.ts';
import type { Doubt, SpeechLine } from '../lines.ts';
import type { KeptPieces, ModalityInput, ModalityResult } from '../port.ts';
import type { Span } from '../voice-activity/activity.ts';
import { type Chunk, type ChunkRules, chunksOf, withMargins } from '../voice-activity/chunks.ts';
import { type Cut, cutSound } from '../voice-activity/cut-sound.ts';

/** Increase it when chunks are cut differently, so that stored ones are not mixed with new ones. */
export const CUTTER = 2;

export const NO_AUDIO = 'The media has no audio.';
export const NO_SPEECH = 'There is no speech in the audio.';

/** Recognises the words in a chunk of audio. */
export interface Recogniser<Line extends SpeechLine = SpeechLine> {
  readonly rules: ChunkRules;
  /**
   * Finds the speech in the whole audio; default: by its loudness and what it sounds like.
   * @param sound 16-bit mono samples at 16 kHz
   */
  readonly speechIn?: (sound: AsyncIterable<Buffer>) => Promise<readonly Span[]>;
  /** Chunks to recognise in parallel. */
  readonly parallel: number;
  /**
   * @param cut 16-bit mono samples at 16 kHz, and their position in the media
   * @returns lines with their times in the media, in seconds
   */
  recognise(cut: Cut<Chunk>, signal: AbortSignal): Promise<Line[]>;
  /** What becomes of the lines of the whole media, in order of time; default: they stay as they are. */
  readonly finish?: (lines: readonly Line[]) => SpeechLine[];
}

/**
 * Finds the speech in an input's audio, recognises it chunk by chunk and joins the lines. Finished chunks are stored,
 * so that neither a crash nor a retry repeats them. Audio is decoded as a stream: at most `parallel` chunks are in
 * memory.
 * @throws Error naming the time of a chunk that could not be recognised
 */
export async function recogniseSpeech<Line extends SpeechLine>(
  input: ModalityInput,
  recogniser: Recogniser<Line>,
  signal: AbortSignal,
  kept: KeptPieces = forgetful,
): Promise<ModalityResult<'speech'>> {
  const audioPass = await audioPassOf(input, signal);
  if (!audioPass) return { lines: [], notes: [NO_AUDIO], gaps: [{ reason: 'no_audio' }] };
  const chunks = withMargins(
    chunksOf(await speechOf(input, audioPass, recogniser, signal), audioPass.energies, recogniser.rules),
    audioPass.seconds,
    recogniser.rules.overlap,
  );
  if (chunks.length === 0)
    return {
      lines: [],
      notes: [NO_SPEECH, ...damageNotes('sound', audioPass.damage)],
      gaps: [{ reason: 'no_speech' }, ...damageGaps(audioPass.damage)],
    };
  const done = new Map<Chunk, Line[]>();
  for (const chunk of chunks) {
    const known = await kept.get(nameOf(chunk));
    if (known !== undefined) done.set(chunk, known as Line[]);
  }
  const open = chunks.filter((chunk) => !done.has(chunk));
  if (open.length > 0) {
    await recogniseAll({ input, audioPass }, recogniser, open, done, signal, kept);
  }
  const lines = chunks.flatMap((chunk) => done.get(chunk) ?? []);
  return sorted(recogniser.finish?.(lines) ?? lines, audioPass);
}

/** Separates what can be trusted from what cannot. */
function sorted(all: readonly SpeechLine[], { classes, damage }: AudioPass): ModalityResult<'speech'> {
  const damaged = damageNotes('sound', damage);
  const lines = all.filter(({ doubt }) => !doubt);
  const doubtful = all.flatMap((line) => (line.doubt ? [{ ...line, doubt: reasonFor(line, classes) }] : []));
  const gaps = damageGaps(damage);
  if (doubtful.length > 0) return { lines, doubtful, gaps, notes: [leftOut(lines, doubtful), ...damaged] };
  if (lines.length > 0) return { lines, gaps, notes: damaged };
  const none = 'There are voices, but no words were recognised.';
  return { lines, gaps: [{ reason: 'no_words' }, ...gaps], notes: [none, ...damaged] };
}

/** What most of a line's seconds sound like. */
function reasonFor({ start, end, doubt }: SpeechLine, classes: AudioPass['classes']): Doubt {
  const seconds = classes.slice(Math.floor(start), Math.max(Math.floor(start) + 1, Math.ceil(end)));
  const share = (kind: SoundClass) => seconds.filter((one) => one === kind).length / seconds.length;
  if (share('music') > 0.5) return 'music';
  if (doubt === 'language') return doubt;
  return share('other') > 0.5 ? 'noise' : 'unclear';
}

function leftOut(lines: readonly SpeechLine[], doubtful: readonly SpeechLine[]): string {
  const count = (some: readonly SpeechLine[]) =>
    some.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  const why = 'they cannot be trusted: it may be another language, a song, music or noise';
  if (lines.length === 0) return `None of the recognised words are shown, because ${why}.`;
  return `${count(doubtful)} of ${count(lines) + count(doubtful)} recognised words are left out, because ${why}.`;
}

async function speechOf(
  { mediaPath, ffmpeg }: ModalityInput,
  audioPass: AudioPass,
  { speechIn }: Pick<Recogniser, 'speechIn'>,
  signal: AbortSignal,
): Promise<readonly Span[]> {
  if (!speechIn || audioPass.active.length === 0) return spokenSpans(audioPass);
  return speechIn(decodeSound(mediaPath, { ffmpeg, signal, ...heardBy(audioPass) }));
}

/** What the audio pass heard, to be heard again. */
function heardBy({ stream, channels, seconds }: AudioPass) {
  return { streamIndex: stream, channels, endSeconds: seconds };
}

/** Active spans, except those of only tones or music, in which recognisers hear words. */
export function spokenSpans({ active, classes }: AudioPass): readonly Span[] {
  return active.filter(({ start, end }) =>
    classes
      .slice(Math.floor(start), Math.max(Math.floor(start) + 1, Math.ceil(end)))
      .some((one) => one !== 'music'),
  );
}

async function recogniseAll<Line extends SpeechLine>(
  { input, audioPass }: { readonly input: ModalityInput; readonly audioPass: AudioPass },
  recogniser: Recogniser<Line>,
  open: readonly Chunk[],
  done: Map<Chunk, Line[]>,
  signal: AbortSignal,
  kept: KeptPieces,
): Promise<void> {
  const stop = new AbortController();
  const until = AbortSignal.any([signal, stop.signal]);
  const sound = decodeSound(input.mediaPath, { ffmpeg: input.ffmpeg, signal, ...heardBy(audioPass) });
  const cuts = cutSound(sound, open);
  const total = done.size + open.length;
  let failed: Error | undefined;
  const work = async () => {
    while (!failed) {
      const next = await cuts.next();
      if (next.done) return;
      const { span } = next.value;
      try {
        const lines = await recogniser.recognise(next.value, until);
        await kept.put(nameOf(span), lines);
        done.set(span, lines);
        input.report?.('speech', done.size, total);
      } catch (error) {
        signal.throwIfAborted();
        failed ??= new Error(
          `The audio from ${clock(span.start)} to ${clock(span.end)} could not be recognised: ${messageOf(error)}`,
          { cause: error },
        );
      }
    }
  };
  const workers = Array.from({ length: recogniser.parallel }, work);
  try {
    await Promise.all(workers);
  } finally {
    stop.abort();
    await Promise.allSettled(workers);
    await cuts.return(undefined);
  }
  if (failed) throw failed;
}

/** Times in milliseconds: the same cut has the same name. */
function nameOf({ start, end }: Span): string {
  return `${Math.round(start * 1000)}-${Math.round(end * 1000)}`;
}

const forgetful: KeptPieces = { get: async () => undefined, put: async () => undefined };
