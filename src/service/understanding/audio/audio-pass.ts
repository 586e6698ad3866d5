import {
  chooseAudio,
  type Damage,
  damageReader,
  type Ffmpeg,
  type Loudness,
  listen,
  probe,
  remember,
} from '../../../media/index.ts';
import { claimNotes, missingEnd } from '../damage-notes.ts';
import type { Hearing } from '../port.ts';
import { activeSpans, type Span } from '../voice-activity/activity.ts';
import { type Energies, energyMeter, FRAMES_PER_SECOND } from '../voice-activity/energies.ts';
import { classify, type SoundClass } from './classify.ts';
import { featureMeter } from './features.ts';

/** The result of one pass over the audio: about 250 bytes per second, and no samples. */
export interface AudioPass {
  /** Probed index of the audio stream. */
  readonly stream: number;
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
  const track = chooseAudio(probed, hearing?.audioLanguage);
  if (!track) return undefined;
  const meter = energyMeter();
  const features = featureMeter();
  const damage = damageReader();
  const loudness = await listen(mediaPath, {
    ffmpeg,
    signal,
    duration: probed.duration_seconds,
    streamIndex: track.index,
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
    stream: track.index,
    seconds,
    energies,
    active,
    classes,
    loudness,
    damage: [...damage.stretches(seconds), ...missingEnd(probed)],
    notes: claimNotes(probed),
  };
}
