/** The labelled films as sound: synthetic voices read their lines. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, RATE, samplesOf, writeSamples } from '../hearing/sound.mjs';

/** Those of which the recogniser trusts its lines: of flite's kal16, half are left out. One has two places. */
const VOICES = [
  ['festival', 'cmu_us_slt_arctic_hts'],
  ['flite', 'rms'],
  ['festival', 'kal_diphone'],
  ['flite', 'slt'],
  ['festival', 'ked_diphone'],
  ['flite', 'awb'],
  ['espeak', 'en-us'],
  ['flite', 'slt'],
];

/** Each engine: writes WAV files of `{text, file}`. */
const ENGINES = { festival, flite, espeak };

/** Debian's packages of the voices. */
export const PACKAGES = 'ffmpeg espeak-ng festival festvox-{kallpc16k,kdlpc16k,us-slt-hts}';

/**
 * Writes a film's speech. Its speakers have voices of their own, and no two films in a row begin with the same.
 * @param number of the film in its set
 * @param file WAV to write; files beside it, of the same name and more, are overwritten
 * @returns the seconds of each line in the sound: `{start, end}`
 */
export function speak({ lines }, number, file) {
  const speakers = [...new Set(lines.map(({ speaker }) => speaker))];
  const voiceOf = ({ speaker }) => VOICES[(number + speakers.indexOf(speaker)) % VOICES.length];
  const wanted = lines.map((line, at) => ({
    text: line.text,
    voice: voiceOf(line),
    file: `${file}.${at}.wav`,
  }));
  for (const voice of new Set(wanted.map((one) => one.voice))) {
    const own = wanted.filter((one) => one.voice === voice);
    ENGINES[voice[0]](voice[1], own, `${file}.text`);
  }
  const parts = wanted.map((one) => ({ samples: samplesOf(['-i', one.file]), words: [one.text] }));
  const { samples, words } = join(parts);
  writeSamples(samples, file);
  return words.map(({ at: start }, index) => ({ start, end: start + parts[index].samples.length / RATE }));
}

/** One process for all lines: a voice takes seconds to load. */
function festival(voice, lines, scratch) {
  const spoken = lines.map(
    ({ text, file }) =>
      `(utt.save.wave (utt.synth (Utterance Text ${JSON.stringify(text)})) ${JSON.stringify(file)} 'riff)`,
  );
  writeFileSync(scratch, `(voice_${voice})\n${spoken.join('\n')}`);
  execFileSync('festival', ['-b', scratch]);
}

function flite(voice, lines, scratch) {
  for (const { text, file } of lines) {
    writeFileSync(scratch, text);
    writeSamples(samplesOf(['-f', 'lavfi', '-i', `flite=voice=${voice}:textfile=${scratch}`]), file);
  }
}

function espeak(voice, lines) {
  for (const { text, file } of lines) execFileSync('espeak-ng', ['-v', voice, '-s', '150', '-w', file, text]);
}
