import { toWav } from '../../../src/service/understanding/modalities/voice-activity/energies.ts';
import { mulberry32 } from '../seeded.ts';
import { VOICES } from './tiny-voices.ts';

const RATE = 16_000;

/** A span of sound in which one of the voices of the tiny models speaks, in seconds. */
export interface Said {
  readonly voice: 0 | 1;
  readonly start: number;
  readonly end: number;
}

/** A WAV file in which the voices say a word a second: half a second of a tone in short syllables, over a little noise. */
export function tonesWav(seconds: number, said: readonly Said[], seed = 1): Buffer {
  const random = mulberry32(seed);
  const pcm = Buffer.alloc(seconds * RATE * 2);
  for (let at = 0; at < seconds * RATE; at += 1) {
    const time = at / RATE;
    const now = said.find(({ start, end }) => time >= start && time < end);
    const sounds = now && (time - now.start) % 1 < 0.5 && (time - now.start) % 0.17 < 0.12;
    const tone = sounds ? 0.4 * Math.sin(2 * Math.PI * VOICES[now.voice] * time) : 0;
    pcm.writeInt16LE(Math.round(32_767 * (tone + 0.01 * (random() - 0.5))), at * 2);
  }
  return toWav(pcm);
}
