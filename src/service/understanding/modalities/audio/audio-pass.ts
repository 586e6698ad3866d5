/**
 * One pass over the sound of a file, for all who listen: speech, audio descriptions and the measurement of loudness
 * share it.
 */

import {
  chooseAudio,
  type Damage,
  damageReader,
  type Ffmpeg,
  type Loudness,
  listen,
  type MediaProbe,
  type MediaStream,
  probe,
  remember,
  sameLanguage,
} from '../../../../media/index.ts';
import { claimNotes, missingEnd } from '../damage-notes.ts';
import type { Hearing } from '../port.ts';
import { activeSpans, type Span } from '../voice-activity/activity.ts';
import { type Energies, energyMeter, FRAMES_PER_SECOND, levelOf } from '../voice-activity/energies.ts';
import { classify, type SoundClass } from './classify.ts';
import { featureMeter } from './features.ts';

/** The result of one pass over the audio: about 250 bytes per second, and no samples. */
export interface AudioPass {
  /** Probed index of the audio stream. */
  readonly stream: number;
  /** Its number of channels; null if unknown. */
  readonly channels: number | null;
  /** Duration in seconds. */
  readonly seconds: number;
  readonly energies: Energies;
  /** Where there may be speech. */
  readonly active: readonly Span[];
  /** The class of each second. */
  readonly classes: readonly SoundClass[];
  /** Null if this ffmpeg cannot measure it. */
  readonly loudness: Loudness | null;
  /** Where the decoder reported errors, and the end where it is missing. */
  readonly damage: readonly Damage[];
  /** Notes about the file's header. */
  readonly notes: readonly string[];
}

interface AudioInput {
  readonly mediaPath: string;
  readonly ffmpeg: Ffmpeg;
  readonly hearing?: Pick<Hearing, 'audioLanguage'> | undefined;
}

/** One pass serves every modality of the same input: speech and audio share it. */
const passes = new WeakMap<AudioInput, Promise<AudioPass | undefined>>();

/**
 * Analyses the audio stream of an input that is to be understood once.
 * @returns undefined if it has none
 */
export function audioPassOf(input: AudioInput, signal: AbortSignal): Promise<AudioPass | undefined> {
  return remember(passes, input, () => runAudioPass(input, signal));
}

async function runAudioPass(
  { mediaPath, ffmpeg, hearing }: AudioInput,
  signal: AbortSignal,
): Promise<AudioPass | undefined> {
  const probed = await probe(mediaPath, { ffmpeg, signal });
  const chosen = chooseAudio(probed, hearing?.audioLanguage);
  if (!chosen) return undefined;
  const first = await heard(mediaPath, ffmpeg, probed, chosen, signal);
  const asked = hearing?.audioLanguage;
  const others = probed.streams
    .filter(({ type, index }) => type === 'audio' && index !== chosen.index)
    // Who asks for a language does not want to hear another one.
    .filter(({ language }) => asked == null || language === null || sameLanguage(language, asked))
    .slice(0, MOST_OTHERS);
  // Cameras and recorders with several inputs leave tracks silent.
  for (const other of isSilent(first) ? others : []) {
    const next = await heard(mediaPath, ffmpeg, probed, other, signal);
    if (!isSilent(next)) return next;
  }
  return first;
}

/** Tracks that are listened to instead of a silent one. */
const MOST_OTHERS = 7;

/** Nothing is above this level, in dBFS: an input without a microphone. */
const SILENT_DB = -60;

const isSilent = ({ energies: { levels } }: AudioPass): boolean =>
  !levels.some((level) => level > levelOf(SILENT_DB));

async function heard(
  mediaPath: string,
  ffmpeg: Ffmpeg,
  probed: MediaProbe,
  { index, channels }: MediaStream,
  signal: AbortSignal,
): Promise<AudioPass> {
  const meter = energyMeter();
  const features = featureMeter();
  const damage = damageReader();
  const loudness = await listen(mediaPath, {
    ffmpeg,
    signal,
    duration: probed.duration_seconds,
    streamIndex: index,
    channels,
    damage,
    onSamples: (samples) => {
      meter.add(samples);
      features.add(samples);
    },
  });
  const energies = meter.finish();
  const active = activeSpans(energies);
  const classes = classify(features.finish(), energies, active);
  const seconds = energies.frames / FRAMES_PER_SECOND;
  return {
    stream: index,
    channels,
    seconds,
    energies,
    active,
    classes,
    loudness,
    damage: [...damage.stretches(seconds), ...missingEnd(probed)],
    notes: claimNotes(probed),
  };
}
