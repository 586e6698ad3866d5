/** The ways in which clips without known words are made. Each gives a clip: `{kind, half, name, needs, make}`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A clip of recordings: files of a folder joined with short pauses, from the file `from` on each n-th one (`every`). */
export const joined = (
  kind,
  half,
  name,
  folder,
  { pattern = /\.(wav|ogg|gsm|opus)$/, from = 0, every = 1, smallest = 0 } = {},
) => ({
  ...{ kind, half, name, real: true },
  needs: folder,
  make: (file, seconds) => {
    const files = filesIn(folder, pattern, smallest).slice(from);
    joinFiles(
      files.filter((_, at) => at % every === 0),
      file,
      seconds,
    );
  },
});

export const espeak = (kind, half, voice, text) => ({
  ...{ kind, half, name: `espeak-${voice}`, needs: '/usr/bin/espeak-ng' },
  make: (file) => {
    execFileSync('espeak-ng', ['-v', voice, '-s', '150', '-w', `${file}.raw.wav`, text]);
    convert(['-i', `${file}.raw.wav`], file);
  },
});

export const festival = (kind, half, voice, text) => ({
  ...{ kind, half, name: `festival-${voice}`, needs: '/usr/bin/text2wave' },
  make: (file) => {
    execFileSync('text2wave', ['-eval', `(voice_${voice})`, '-o', `${file}.raw.wav`], { input: text });
    convert(['-i', `${file}.raw.wav`], file);
  },
});

export const cut = (kind, half, name, source, from) => ({
  ...{ kind, half, name, real: true },
  needs: source,
  make: (file, seconds) => convert(['-ss', String(from), '-t', String(seconds), '-i', source], file),
});

export const generated = (half, name, graph) => ({
  ...{ kind: 'noise', half, name },
  needs: '/usr/bin/ffmpeg',
  make: (file, seconds) => convert(['-f', 'lavfi', '-i', graph, '-t', String(seconds)], file),
});

export function musicOf(half, folder, name, count, from) {
  if (!existsSync(folder)) return [];
  const all = filesIn(folder, /\.(ogg|opus)$/, 400_000);
  const step = Math.max(1, Math.floor(all.length / count));
  return all
    .filter((_, index) => index % step === 0)
    .slice(0, count)
    .map((source) =>
      cut('music', half, `${name}-${path.basename(source).replace(/\.\w+$/, '')}`, source, from),
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
