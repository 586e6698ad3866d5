/**
 * The clips of the hearing benchmark, made from what Debian's packages carry where they are installed; nothing is
 * committed. Every voice, language and source belongs to one half only: thresholds are fitted on the half `fit`, and the
 * half `unseen` is for the figures.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ENGLISH, OTHERS } from './texts.mjs';

const SOUNDS = '/usr/share/asterisk/sounds';
const KLETTRES = '/usr/share/klettres';
const KTUBERLING = '/usr/share/ktuberling/sounds';
const POCKETSPHINX = '/usr/share/pocketsphinx/test/data';

/** A clip of recordings: files of a folder joined with short pauses. @param every takes each n-th file */
const joined = (
  kind,
  half,
  name,
  folder,
  { pattern = /\.(wav|ogg|gsm|opus)$/, from = 0, smallest = 0 } = {},
) => ({
  ...{ kind, half, name, real: true },
  needs: folder,
  make: (file, seconds) => joinFiles(filesIn(folder, pattern, smallest).slice(from), file, seconds),
});

const espeak = (kind, half, voice, text) => ({
  ...{ kind: kind === 'english' ? 'espeak-english' : kind, half, name: `espeak-${voice}` },
  needs: '/usr/bin/espeak-ng',
  make: (file) => {
    execFileSync('espeak-ng', ['-v', voice, '-s', '150', '-w', `${file}.raw.wav`, text]);
    convert(['-i', `${file}.raw.wav`], file);
  },
});

const flite = (half, voice, text) => ({
  ...{ kind: 'english', half, name: `flite-${voice}` },
  needs: '/usr/bin/ffmpeg',
  make: (file) =>
    convert(['-f', 'lavfi', '-i', `flite=voice=${voice}:text='${text.replace(/[':,]/g, '\\$&')}'`], file),
});

const festival = (half, voice, text) => ({
  ...{ kind: 'english', half, name: `festival-${voice}` },
  needs: '/usr/bin/text2wave',
  make: (file) => {
    execFileSync('text2wave', ['-eval', `(voice_${voice})`, '-o', `${file}.raw.wav`], { input: text });
    convert(['-i', `${file}.raw.wav`], file);
  },
});

const cut = (kind, half, name, source, from) => ({
  ...{ kind, half, name, real: true },
  needs: source,
  make: (file, seconds) => convert(['-ss', String(from), '-t', String(seconds), '-i', source], file),
});

const generated = (half, name, graph) => ({
  ...{ kind: 'noise', half, name },
  needs: '/usr/bin/ffmpeg',
  make: (file, seconds) => convert(['-f', 'lavfi', '-i', graph, '-t', String(seconds)], file),
});

/** Clean English with noise on top: printed apart, in neither half's figures. */
const noisy = (half, voice, text, decibels) => ({
  ...{ kind: 'noisy-english', half, name: `flite-${voice}-${decibels}dB` },
  needs: '/usr/bin/ffmpeg',
  make: (file) => {
    const said = `flite=voice=${voice}:text='${text.replace(/[':,]/g, '\\$&')}'`;
    const graph = `${said},aresample=16000,volume=0.5[a];anoisesrc=r=16000:c=pink:a=${(0.13 * 10 ** (-decibels / 20)).toFixed(4)}[b];[a][b]amix=duration=first:normalize=0`;
    convert(['-f', 'lavfi', '-i', graph], file);
  },
});

const [F, U] = [ENGLISH.fit, ENGLISH.unseen];

/** Every clip that could be made. */
export const CLIPS = [
  flite('fit', 'slt', F[0]),
  flite('fit', 'awb', F[1]),
  flite('unseen', 'rms', U[0]),
  flite('unseen', 'kal16', U[1]),
  festival('fit', 'kal_diphone', F[2]),
  festival('unseen', 'ked_diphone', U[2]),
  festival('unseen', 'cmu_us_slt_arctic_hts', U[1]),
  espeak('english', 'fit', 'en-us', F[0]),
  espeak('english', 'fit', 'en-gb+f2', F[1]),
  espeak('english', 'unseen', 'en-us+m3', U[0]),
  espeak('english', 'unseen', 'en-gb', U[1]),
  joined('english', 'fit', 'austen-a', `${POCKETSPHINX}/librivox`, { pattern: /08\d0\.wav$/ }),
  joined('english', 'unseen', 'austen-b', `${POCKETSPHINX}/librivox`, { pattern: /09\d0\.wav$/ }),
  joined('english', 'fit', 'cards', `${POCKETSPHINX}/cards`),
  joined('telephone-english', 'fit', 'allison-a', `${SOUNDS}/en_US_f_Allison`, { smallest: 60_000 }),
  joined('telephone-english', 'unseen', 'allison-b', `${SOUNDS}/en_US_f_Allison`, {
    smallest: 60_000,
    from: 30,
  }),
  cut('english', 'unseen', 'megamind', '/usr/share/doc/opencv-doc/examples/data/Megamind.avi', 0),
  noisy('fit', 'slt', F[1], 10),
  noisy('unseen', 'rms', U[2], 10),
  ...[
    ['es_MX_f_Allison', 'fit'],
    ['ru_RU_f_IvrvoiceRU', 'fit'],
    ['fr_CA_f_June', 'unseen'],
    ['it_IT_m_Carlo', 'unseen'],
    ['it_IT_f_Menardi', 'unseen'],
  ].flatMap(([voice, half]) => [
    joined('language', half, `${voice}-a`, `${SOUNDS}/${voice}`, { smallest: 60_000 }),
    joined('language', half, `${voice}-b`, `${SOUNDS}/${voice}`, { smallest: 40_000, from: 60 }),
  ]),
  ...[
    ['ar', 'fit'],
    ['cs', 'unseen'],
    ['da', 'fit'],
    ['de', 'unseen'],
    ['es', 'fit'],
    ['he', 'unseen'],
    ['hu', 'fit'],
    ['lt', 'unseen'],
    ['ml', 'fit'],
    ['nl', 'unseen'],
    ['pt_BR', 'fit'],
    ['uk', 'unseen'],
  ].map(([language, half]) =>
    joined('language', half, `klettres-${language}`, `${KLETTRES}/${language}/syllab`),
  ),
  ...[
    ['ca', 'fit'],
    ['el', 'unseen'],
    ['gl', 'fit'],
    ['sl', 'unseen'],
    ['wa', 'fit'],
    ['da', 'unseen'],
    ['fr', 'fit'],
    ['uk', 'unseen'],
  ].map(([language, half]) =>
    joined('language', half, `ktuberling-${language}`, `${KTUBERLING}/${language}`),
  ),
  ...[
    ['de', 'fit'],
    ['es', 'unseen'],
    ['fr', 'fit'],
    ['ru', 'unseen'],
    ['pl', 'fit'],
    ['nl', 'unseen'],
    ['it', 'fit'],
    ['pt', 'unseen'],
    ['sv', 'fit'],
    ['fi', 'unseen'],
    ['tr', 'fit'],
    ['hu', 'unseen'],
  ].map(([voice, half]) => espeak('language', half, voice, OTHERS[voice])),
  ...musicOf('/usr/share/games/supertux2/music', 'supertux', 10, 8),
  ...musicOf('/usr/share/games/wesnoth/1.16/data/core/music', 'wesnoth', 10, 30),
  ...musicOf('/usr/share/games/hedgewars/Data/Music', 'hedgewars', 8, 20),
  joined('noise', 'fit', 'supertux-sounds', '/usr/share/games/supertux2/sounds'),
  joined('noise', 'unseen', 'hedgewars-sounds', '/usr/share/games/hedgewars/Data/Sounds'),
  joined('noise', 'fit', 'freedesktop-sounds', '/usr/share/sounds/freedesktop/stereo', { pattern: /\.oga$/ }),
  joined('noise', 'unseen', 'wesnoth-sounds', '/usr/share/games/wesnoth/1.16/data/core/sounds'),
  generated('fit', 'pink-noise', 'anoisesrc=r=16000:c=pink:a=0.3'),
  generated('unseen', 'brown-noise-waves', 'anoisesrc=r=16000:c=brown:a=0.6,tremolo=f=0.4:d=0.9'),
  generated('fit', 'white-noise-bursts', 'anoisesrc=r=16000:c=white:a=0.3,tremolo=f=3.7:d=0.95'),
  generated('unseen', 'siren', 'aevalsrc=0.4*sin(2*PI*(600+300*sin(2*PI*0.7*t))*t):s=16000'),
];

function musicOf(folder, name, count, from) {
  if (!existsSync(folder)) return [];
  const all = filesIn(folder, /\.(ogg|opus)$/, 400_000);
  const step = Math.max(1, Math.floor(all.length / count));
  return all
    .filter((_, index) => index % step === 0)
    .slice(0, count)
    .map((source, index) =>
      cut(
        'music',
        index % 2 === 0 ? 'fit' : 'unseen',
        `${name}-${path.basename(source).replace(/\.\w+$/, '')}`,
        source,
        from,
      ),
    );
}

function filesIn(folder, pattern, smallest) {
  return readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => pattern.test(file) && statSync(file).size >= smallest && statSync(file).isFile())
    .sort();
}

function joinFiles(files, file, seconds) {
  const list = `${file}.list`;
  let total = 0;
  const parts = [];
  for (const [index, source] of files.entries()) {
    if (total >= seconds) break;
    const part = `${file}.${index}.wav`;
    convert(['-i', source], part, ['-af', 'apad=pad_dur=0.4']);
    total += (statSync(part).size - 44) / 32_000;
    parts.push(part);
  }
  writeFileSync(list, parts.map((part) => `file '${part}'\n`).join(''));
  convert(['-f', 'concat', '-safe', '0', '-i', list, '-t', String(seconds)], file);
}

function convert(input, file, filters = []) {
  const args = [
    '-nostdin',
    '-v',
    'error',
    '-y',
    ...input,
    ...filters,
    '-vn',
    '-ac',
    '1',
    '-ar',
    '16000',
    '-c:a',
    'pcm_s16le',
    file,
  ];
  execFileSync('ffmpeg', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
