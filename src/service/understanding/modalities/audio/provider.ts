import { chooseAudio, mainAudio, probe } from '../../../../media/index.ts';
import { damageNotes } from '../damage-notes.ts';
import type { SoundKind, SoundSpan } from '../lines.ts';
import type { ModalityInput, ModalityProvider, Settings } from '../port.ts';
import type { Span } from '../voice-activity/activity.ts';
import { decibels, type Energies, FRAMES_PER_SECOND, levelOf } from '../voice-activity/energies.ts';
import { type AudioPass, audioPassOf } from './audio-pass.ts';

/** The audio track that is understood. */
interface Track {
  /** As part of a plan's settings; empty for the first track, as in older results. */
  readonly settings: Settings;
  /** Its language code, if the media says so. */
  readonly language: string | null;
}

/** The audio track that is understood: of the language asked for, else the default one, else the first. */
export async function trackOf({ mediaPath, ffmpeg, hearing }: ModalityInput): Promise<Track> {
  const probed = await probe(mediaPath, { ffmpeg });
  const track = chooseAudio(probed, hearing?.audioLanguage);
  const settings: Settings = !track || track === mainAudio(probed) ? {} : { stream: track.index };
  return { settings, language: track?.language ?? null };
}

/** Below this level audio counts as silent, in dBFS. */
const SILENT_DB = -50;

/** Shortest silence that is reported, in seconds. */
const SHORTEST_SILENCE = 1;

/** Shortest span of a class that is reported, in seconds. */
const SHORTEST_STRETCH = 1;

const WORDS: Record<Exclude<SoundKind, 'loudness'>, string> = {
  silence: `Silence (measured: below ${SILENT_DB} dB of full scale).`,
  speech: 'Speech (measured: the loudness has the rhythm of syllables).',
  music: 'Tones or music (measured: a steady, tonal spectrum).',
  other: 'Sound that is neither speech nor music (measured).',
};

/** The measured facts in words, in order of time. They never guess at the source of a sound. */
export function soundFacts(audioPass: AudioPass): SoundSpan[] {
  const whole = {
    kind: 'loudness' as const,
    text: loudnessWords(audioPass),
    start: 0,
    end: audioPass.seconds,
  };
  const silences = silentSpans(audioPass.energies);
  const stretches = classSpans(audioPass)
    .flatMap((span) => without(span, silences))
    .filter(({ start, end }) => end - start >= SHORTEST_STRETCH);
  const quiet = silences.map((span) => ({ ...span, kind: 'silence' as const }));
  const spans = [...quiet, ...stretches].sort((one, other) => one.start - other.start);
  return [whole, ...spans.map(({ kind, start, end }) => ({ kind, text: WORDS[kind], start, end }))];
}

type Stretch = Span & { readonly kind: 'speech' | 'music' | 'other' };

function classSpans({ classes, seconds }: AudioPass): Stretch[] {
  const spans: Stretch[] = [];
  for (const [second, kind] of classes.entries()) {
    const last = spans.at(-1);
    const end = Math.min(second + 1, seconds);
    if (kind === 'silence') continue;
    if (last?.kind === kind && last.end === second) spans[spans.length - 1] = { ...last, end };
    else spans.push({ kind, start: second, end });
  }
  return spans;
}

/** The parts of a span outside the silences. */
function without(stretch: Stretch, silences: readonly Span[]): Stretch[] {
  const parts: Stretch[] = [];
  let { start } = stretch;
  for (const silence of silences) {
    if (silence.end <= start || silence.start >= stretch.end) continue;
    if (silence.start > start) parts.push({ ...stretch, start, end: silence.start });
    start = silence.end;
  }
  if (start < stretch.end) parts.push({ ...stretch, start });
  return parts;
}

function silentSpans({ frames, levels }: Energies): Span[] {
  const spans: Span[] = [];
  const gate = levelOf(SILENT_DB);
  let from = 0;
  for (let frame = 0; frame <= frames; frame += 1) {
    if (frame < frames && (levels[frame] ?? 0) < gate) continue;
    if (frame - from >= SHORTEST_SILENCE * FRAMES_PER_SECOND)
      spans.push({ start: from / FRAMES_PER_SECOND, end: frame / FRAMES_PER_SECOND });
    from = frame + 1;
  }
  return spans;
}

function loudnessWords({ loudness, energies }: AudioPass): string {
  if (!loudness) return `Loudness (measured): ${meanLevel(energies).toFixed(1)} dB of full scale (RMS).`;
  const { integrated, range, truePeak } = loudness;
  const peak = truePeak === null ? 'no peak' : `true peak ${truePeak.toFixed(1)} dBTP`;
  const level = integrated <= -70 ? 'below -70 LUFS' : `${integrated.toFixed(1)} LUFS integrated`;
  return `Loudness (measured, EBU R128): ${level}, range ${range.toFixed(1)} LU, ${peak}.`;
}

function meanLevel({ levels, frames }: Energies): number {
  let power = 0;
  for (const level of levels) power += 10 ** (decibels(level) / 10);
  return 10 * Math.log10(Math.max(power / Math.max(1, frames), 1e-10));
}

/** Increase it when the measurements or their wording change, so that stored results are recomputed. */
const METER = 1;

/** Facts about the audio, measured on this machine. */
export const measuredSound: ModalityProvider<'audio_description'> = {
  modality: 'audio_description',
  maker: async () => ({ provider: 'measured', settings: { meter: METER } }),
  async plan(input) {
    return {
      provider: 'measured',
      settings: { meter: METER, ...(await trackOf(input)).settings },
      quality: 'Measured facts only: nothing here says what makes a sound.',
      run: async (signal) => {
        const audioPass = await audioPassOf(input, signal);
        if (!audioPass) return { lines: [], notes: ['The media has no audio.'] };
        return {
          lines: soundFacts(audioPass),
          notes: [...damageNotes('sound', audioPass.damage), ...audioPass.notes],
        };
      },
    };
  },
};
