/**
 * English with known words: recordings and synthetic voices. Each clip gives the words said, and the start of those whose time
 * is known: of every word of festival's voices (its own times), of the first word of each part of what is joined.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, samplesOf, writeSamples } from './sound.mjs';
import { byTelephone, inNoise, spoiledOf } from './spoiled.mjs';
import { linesOf, ROLES, STEEL_SKY } from './steel-sky.mjs';
import { ENGLISH, LATER } from './texts.mjs';

const POCKETSPHINX = '/usr/share/pocketsphinx/test/data';
const ALLISON = '/usr/share/asterisk/sounds/en_US_f_Allison';
const ALSA = '/usr/share/sounds/alsa';
const SPHINXTRAIN = '/usr/lib/x86_64-linux-gnu/sphinxtrain/python/cmusphinx/test';

/** Prompts for telephones, as the list of the sound set has them. */
const PROMPTS = {
  'agent-alreadyon':
    'That agent is already logged on. Please enter your agent number followed by the pound key.',
  'queue-periodic-announce':
    'All of our representatives are currently busy. Please stay on the line and your call will be answered by the next available representative.',
  'vm-rec-temp': 'After the tone, say your temporary message, and then press the pound key.',
  'demo-echotest':
    'You are about to enter an echo test. In this mode everything you say will be repeated back to you just as soon as it is received. The purpose of this test is to give you an audible sense of the latency between you and the machine that is running the echo test application. You may end the test by hanging up or by pressing the pound key.',
  'demo-congrats':
    'Congratulations. You have successfully installed and executed the Asterisk open source PBX. You have also installed a set of sample sounds and configuration files that should help you to get started. Like a normal PBX you will navigate this demonstration by dialing digits. If you are using a console channel driver instead of a real phone you can use the dial, answer, and hang up commands to simulate the actions of a standard telephone.',
  'tt-allbusy':
    'All representatives of the household are currently assisting other telemarketers. Please hold and your call will be answered in the order it was received.',
  'dir-intro':
    "Welcome to the directory. Please enter the first three letters of your party's last name using your touch tone keypad. Use the 7 key for Q and the 9 key for Z.",
};

/** Voices of one speaker are in one half: slt is in flite and festival, and so is kal. */
const SYNTHETIC = [
  ['flite', 'slt', 'fit'],
  ['festival', 'cmu_us_slt_arctic_hts', 'fit'],
  ['flite', 'awb', 'fit'],
  ['flite', 'rms', 'unseen'],
  ['flite', 'kal16', 'unseen'],
  ['festival', 'kal_diphone', 'unseen'],
  ['festival', 'ked_diphone', 'unseen'],
];

const NEEDS = { flite: '/usr/bin/ffmpeg', festival: '/usr/bin/festival', espeak: '/usr/bin/espeak-ng' };
/** Each engine: sentences to parts. */
const SPEAK = { flite, festival, espeak };

/** An actor may play several roles: all of them are in one half. */
const acted = Object.keys(ROLES).map((role) =>
  clip('acted', 'unseen', `steel-sky-${role}`, `${STEEL_SKY}/sky.dsk`, (scratch) => linesOf(role, scratch)),
);
const role = (name) => acted.find((one) => one.name === `steel-sky-${name}`);

/** Every clip of English with known words. */
export const SAID = [
  clip('read', 'fit', 'austen', `${POCKETSPHINX}/librivox`, () =>
    transcribed(`${POCKETSPHINX}/librivox`, 'transcription'),
  ),
  clip('read', 'fit', 'cards', `${POCKETSPHINX}/cards`, () =>
    transcribed(`${POCKETSPHINX}/cards`, 'cards.transcription'),
  ),
  ...[Object.keys(PROMPTS).slice(0, 4), Object.keys(PROMPTS).slice(4)].map((names, at) =>
    clip('read', 'fit', `allison-${at}`, `${ALLISON}/demo-congrats.g722`, () =>
      names.map((name) => recording(`${ALLISON}/${name}.g722`, PROMPTS[name])),
    ),
  ),
  clip('read', 'unseen', 'alsa', `${ALSA}/Front_Center.wav`, () =>
    ['Front_Center', 'Front_Left', 'Front_Right', 'Rear_Left', 'Rear_Right', 'Side_Left', 'Side_Right'].map(
      (name) => recording(`${ALSA}/${name}.wav`, name.replace('_', ' ')),
    ),
  ),
  clip('read', 'unseen', 'greasy-wash-water', `${SPHINXTRAIN}/sa1.wav`, () => [
    recording(`${SPHINXTRAIN}/sa1.wav`, 'She had your dark suit in greasy wash water all year'),
  ]),
  ...acted,
  ...['inspector', 'surgeon', 'medic', 'doorman', 'judge'].map((name) => byTelephone(role(name))),
  ...['overseer', 'agent', 'android', 'professor', 'lady'].map((name) => inNoise(role(name))),
  ...SYNTHETIC.map(([engine, voice, half], at) =>
    clip('synthetic', half, `${engine}-${voice}`, NEEDS[engine], (scratch) =>
      SPEAK[engine](voice, sentencesOf(LATER[at]), scratch),
    ),
  ),
  ...['en-us', 'en-gb+f2', 'en-us+f1', 'en-gb-scotland'].map((voice, at) =>
    clip('espeak', at < 2 ? 'fit' : 'unseen', `espeak-${voice}`, NEEDS.espeak, (scratch) =>
      SPEAK.espeak(voice, sentencesOf(ENGLISH[at < 2 ? 'fit' : 'unseen'][at % 2]), scratch),
    ),
  ),
].filter(({ needs }) => existsSync(needs));

/** Clips with known words in worse sound. */
export const SPOILED = spoiledOf(
  SAID.filter(({ group }) => group !== 'telephone' && group !== 'noisy'),
  { fit: 5, unseen: 2 },
);

/** @param parts called with the name of a file that it may overwrite */
function clip(group, half, name, needs, parts) {
  const make = (file) => {
    const { samples, words } = join(parts(`${file}.part`));
    writeSamples(samples, file);
    return words;
  };
  return { kind: 'english', group, half, name, needs, real: !['synthetic', 'espeak'].includes(group), make };
}

function recording(file, words) {
  return { samples: samplesOf(['-i', file]), words: words.split(' ') };
}

/** Lines of the form `<s> words </s> (name)`. */
function transcribed(folder, list) {
  const lines = readFileSync(`${folder}/${list}`, 'utf8').matchAll(/<s>\s+(.*?)\s+<\/s>\s+\((.*)\)/g);
  return [...lines].map(([, words, name]) => recording(`${folder}/${name}.wav`, words));
}

function sentencesOf(text) {
  return text.match(/[^.!?]+[.!?]+/g).map((sentence) => sentence.trim());
}

function flite(voice, sentences) {
  return sentences.map((text) => ({
    samples: samplesOf([
      '-f',
      'lavfi',
      '-i',
      `flite=voice=${voice}:text='${text.replace(/[':,]/g, '\\$&')}'`,
    ]),
    words: text.split(' '),
  }));
}

function espeak(voice, sentences, scratch) {
  return sentences.map((text) => {
    execFileSync('espeak-ng', ['-v', voice, '-s', '150', '-w', scratch, text]);
    return recording(scratch, text);
  });
}

/** Festival knows when each word begins. One process for all sentences: a voice takes seconds to load. */
function festival(voice, sentences, scratch) {
  const spoken = sentences.map(
    (text, at) => `(set! said (utt.synth (Utterance Text ${JSON.stringify(text)})))
      (utt.save.wave said ${JSON.stringify(`${scratch}.${at}.wav`)} 'riff)
      (mapcar (lambda (word) (format t "${at} %s %f\\n" (item.name word) (item.feat word "word_start")))
        (utt.relation.items said 'Word))`,
  );
  writeFileSync(`${scratch}.scm`, `(voice_${voice})\n${spoken.join('\n')}`);
  const printed = execFileSync('festival', ['-b', `${scratch}.scm`], { encoding: 'utf8' });
  const lines = printed
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  return sentences.map((_, at) => {
    const own = lines.filter(([sentence]) => sentence === String(at));
    return {
      samples: samplesOf(['-i', `${scratch}.${at}.wav`]),
      words: own.map(([, word]) => word),
      times: own.map(([, , start]) => Number(start)),
    };
  });
}
