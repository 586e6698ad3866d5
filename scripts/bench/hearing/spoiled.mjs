/**
 * Clips with known words as they reach a recogniser: by telephone, through a codec, in a room, in noise, under music or with
 * others speaking. Clean speech has too few wrong lines to tell whether a probability holds.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { levelOf, samplesOf, writeSamples } from './sound.mjs';

/** 300 to 3,400 Hz, 8 kHz, mu-law. */
const TELEPHONE = ['-af', 'highpass=f=300,lowpass=f=3400', '-ar', '8000', '-c:a', 'pcm_mulaw', '-f', 'wav'];
const OPUS = ['-c:a', 'libopus', '-b:a', '6k', '-f', 'ogg'];
const SPEEX = ['-ar', '8000', '-c:a', 'libspeex', '-b:a', '4k', '-f', 'ogg'];
const HALL = 'aecho=0.8:0.9:37|71|113|190|310:0.6|0.5|0.4|0.3|0.2';
const CELLAR = 'aecho=0.8:0.9:23|51|97|160|260|420:0.7|0.6|0.5|0.4|0.3|0.2';

/** Each way of a half takes `(samples, others)`, others being clips of other speakers of the same half. */
const WAYS = {
  fit: {
    telephone: (samples) => coded(samples, TELEPHONE),
    opus: (samples) => coded(noisy(samples, 'pink', 10), OPUS),
    hall: (samples) => filtered(samples, HALL),
    'pink-5': (samples) => noisy(samples, 'pink', 5),
    'pink-minus-2': (samples) => noisy(samples, 'pink', -2),
    'music-0': (samples) => mixed(samples, music('/usr/share/games/supertux2/music', samples), 0),
    'babble-2': (samples, others) => mixed(samples, babble(others, samples), 2),
  },
  unseen: {
    telephone: (samples) => coded(noisy(samples, 'white', 12), TELEPHONE),
    speex: (samples) => coded(samples, SPEEX),
    cellar: (samples) => filtered(samples, CELLAR),
    'brown-0': (samples) => noisy(samples, 'brown', 0),
    'white-3': (samples) => noisy(samples, 'white', 3),
    'music-2': (samples) =>
      mixed(samples, music('/usr/share/games/wesnoth/1.16/data/core/music', samples), 2),
    'babble-4': (samples, others) => mixed(samples, babble(others, samples), 4),
  },
};

/**
 * @param clips with known words, of both halves
 * @param each so many ways of its half for each clip, in turn
 * @returns more clips: these spoiled
 */
export function spoiledOf(clips, each) {
  return ['fit', 'unseen'].flatMap((half) => {
    const own = clips.filter((clip) => clip.half === half);
    const ways = Object.keys(WAYS[half]);
    return own.flatMap((clip, at) =>
      Array.from({ length: each[half] }, (_, turn) => {
        const way = ways[(at * each[half] + turn) % ways.length];
        const others = own.filter((other) => other !== clip).slice(at % 5, (at % 5) + 3);
        return spoiled(clip, way, others);
      }),
    );
  });
}

function spoiled(clip, way, others) {
  const make = (file) => {
    const words = clip.make(file);
    writeSamples(
      WAYS[clip.half][way](samplesOf(['-i', file]), others.map(soundOf(`${file}.other.wav`))),
      file,
    );
    return words;
  };
  return { ...clip, group: 'spoiled', name: `${clip.name}-${way}`, make };
}

const soundOf = (scratch) => (clip) => {
  clip.make(scratch);
  return samplesOf(['-i', scratch]);
};

/** Pink noise, 10 dB below the speech with its pauses. */
export function inNoise(clear) {
  const make = (file) => {
    const words = clear.make(file);
    writeSamples(noisy(samplesOf(['-i', file]), 'pink', 10), file);
    return words;
  };
  return { ...clear, group: 'noisy', name: `${clear.name}-noise`, make };
}

/** The band and the codec of a telephone. */
export function byTelephone(clear) {
  const make = (file) => {
    const words = clear.make(file);
    writeSamples(coded(samplesOf(['-i', file]), TELEPHONE), file);
    return words;
  };
  return { ...clear, group: 'telephone', name: `${clear.name}-telephone`, make };
}

/** @param below decibels from the level of the speech with its pauses down to that of the sound */
function mixed(samples, sound, below) {
  const scale = (levelOf(samples) / levelOf(sound)) * 10 ** (-below / 20);
  // Half as loud first, so that little is clipped.
  return samples.map((one, at) =>
    Math.max(-32_768, Math.min(32_767, (one + scale * sound[at % sound.length]) / 2)),
  );
}

function noisy(samples, colour, below) {
  const seconds = String(samples.length / 16_000 + 1);
  const source = `anoisesrc=r=16000:c=${colour}:a=0.5:seed=7`;
  return mixed(samples, samplesOf(['-f', 'lavfi', '-t', seconds, '-i', source]), below);
}

/** A piece of the folder, another one for each length of speech. */
function music(folder, samples) {
  if (!existsSync(folder))
    throw new Error(`${folder} is missing: see the packages in scripts/bench/hearing.mjs`);
  const all = readdirSync(folder, { recursive: true }).filter((name) => /\.(ogg|opus)$/.test(name));
  const piece = path.join(folder, all.sort()[samples.length % all.length]);
  return samplesOf(['-ss', '10', '-t', '60', '-stream_loop', '-1', '-i', piece]);
}

function babble(others, samples) {
  return samples.map((_, at) => others.reduce((sum, one) => sum + one[at % one.length] / others.length, 0));
}

function filtered(samples, filter) {
  return through(samples, ['-af', filter, '-f', 'wav']).subarray(0, samples.length);
}

const coded = (samples, codec) => through(samples, codec);

function through(samples, output) {
  const ffmpeg = (input, args) =>
    execFileSync('ffmpeg', ['-v', 'error', ...args, '-'], { input, maxBuffer: 1 << 28 });
  const raw = ['-f', 's16le', '-ar', '16000', '-ac', '1'];
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const back = ffmpeg(ffmpeg(bytes, [...raw, '-i', '-', ...output]), ['-i', '-', ...raw]);
  return new Int16Array(back.buffer.slice(back.byteOffset, back.byteOffset + (back.length & ~1)));
}
