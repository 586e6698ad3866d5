import { type Ffmpeg, type Loudness, listen, mainAudio, probe } from '../../../media/index.ts';
import { activeSpans, type Span } from '../voice-activity/activity.ts';
import { type Energies, energyMeter, FRAMES_PER_SECOND } from '../voice-activity/energies.ts';
import { classify, type SoundClass } from './classify.ts';
import { featureMeter } from './features.ts';

/** What one pass over the sound tells. It takes about 250 bytes a second of sound, and no sound itself. */
export interface Hearing {
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

interface Heard {
  readonly mediaPath: string;
  readonly ffmpeg: Ffmpeg;
}

/** One pass serves every sense that looks at the same input: speech and sound share it. */
const passes = new WeakMap<Heard, Promise<Hearing | undefined>>();

/**
 * Hears the main sound of an input once.
 * @returns undefined when it has none
 */
export function hear(input: Heard, signal: AbortSignal): Promise<Hearing | undefined> {
  let pass = passes.get(input);
  if (!pass) {
    pass = hearOnce(input, signal);
    pass.catch(() => passes.delete(input));
    passes.set(input, pass);
  }
  return pass;
}

async function hearOnce({ mediaPath, ffmpeg }: Heard, signal: AbortSignal): Promise<Hearing | undefined> {
  if (!mainAudio(await probe(mediaPath, { ffmpeg, signal }))) return undefined;
  const meter = energyMeter();
  const features = featureMeter();
  const loudness = await listen(mediaPath, {
    ffmpeg,
    signal,
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
