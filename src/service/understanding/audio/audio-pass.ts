import { type Ffmpeg, type Loudness, listen, mainAudio, probe } from '../../../media/index.ts';
import { activeSpans, type Span } from '../voice-activity/activity.ts';
import { type Energies, energyMeter, FRAMES_PER_SECOND } from '../voice-activity/energies.ts';
import { classify, type SoundClass } from './classify.ts';
import { featureMeter } from './features.ts';

/** What one pass over the sound tells. It takes about 250 bytes a second of sound, and no sound itself. */
export interface AudioPass {
  /** How long the sound lasts. */
  readonly seconds: number;
  readonly energies: Energies;
  /** Where somebody may be speaking. */
  readonly active: readonly Span[];
  /** What each second sounds like. */
  readonly classes: readonly SoundClass[];
  /** Null where this ffmpeg cannot measure it. */
  readonly loudness: Loudness | null;
}

interface AudioInput {
  readonly mediaPath: string;
  readonly ffmpeg: Ffmpeg;
}

/** One pass serves every modality that looks at the same input: speech and sound share it. */
const passes = new WeakMap<AudioInput, Promise<AudioPass | undefined>>();

/**
 * Hears the main sound of an input once.
 * @returns undefined when it has none
 */
export function audioPassOf(input: AudioInput, signal: AbortSignal): Promise<AudioPass | undefined> {
  let pass = passes.get(input);
  if (!pass) {
    pass = runAudioPass(input, signal);
    pass.catch(() => passes.delete(input));
    passes.set(input, pass);
  }
  return pass;
}

async function runAudioPass(
  { mediaPath, ffmpeg }: AudioInput,
  signal: AbortSignal,
): Promise<AudioPass | undefined> {
  const probed = await probe(mediaPath, { ffmpeg, signal });
  if (!mainAudio(probed)) return undefined;
  const meter = energyMeter();
  const features = featureMeter();
  const loudness = await listen(mediaPath, {
    ffmpeg,
    signal,
    duration: probed.duration_seconds,
    onSamples: (samples) => {
      meter.add(samples);
      features.add(samples);
    },
  });
  const energies = meter.finish();
  const active = activeSpans(energies);
  const classes = classify(features.finish(), energies, active);
  return { seconds: energies.frames / FRAMES_PER_SECOND, energies, active, classes, loudness };
}
