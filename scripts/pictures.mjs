/**
 * Takes the pictures of docs/terminal.md: types into a real terminal, with the built vau and a service of its own, and draws
 * what is shown.
 *
 *   node scripts/pictures.mjs [NAME...]        default: all; needs script, bash, bash-completion, chromium, ffmpeg
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pen } from './pictures/draw.mjs';
import { scenes } from './pictures/scenes.mjs';
import { onTerminal } from './pictures/terminal.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const launcher = path.join(root, 'bin/vau.js');
const columns = 80;

const wanted = process.argv.slice(2);
const folder = await mkdtemp(path.join(os.tmpdir(), 'vau-pictures-'));
const home = path.join(folder, 'ada');
const env = {
  HOME: home,
  PATH: `${folder}/bin:${process.env.PATH}`,
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  PS1: '$ ',
  BROWSER: 'true',
};
const vau = (...args) =>
  run(process.execPath, [launcher, ...args], { cwd: home, env }).catch((error) => error);

let service;
try {
  await programs();
  await films();
  service = spawn(process.execPath, [launcher, 'serve', '--port', '0', '--workers', '2', '-o', 'json'], {
    env,
  });
  await once(service.stdout, 'data');
  await fill();
  await pictures();
} finally {
  service?.kill('SIGINT');
  if (service) await once(service, 'exit');
  await rm(folder, { recursive: true, force: true });
}

/** The command vau, and a shell that completes it. */
async function programs() {
  await mkdir(path.join(folder, 'bin'));
  await mkdir(home);
  const file = path.join(folder, 'bin/vau');
  await writeFile(file, `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`);
  await chmod(file, 0o755);
}

/** Two short films, eight sounds, and one film that is cut off. */
async function films() {
  const at = (...names) => path.join(home, ...names);
  await mkdir(at('films'));
  const whole = path.join(root, 'assets/harbour.mp4');
  const ffmpeg = (...args) => run('ffmpeg', ['-nostdin', '-v', 'error', ...args]);
  await ffmpeg('-i', whole, '-t', '35', '-map', '0', '-c', 'copy', at('harbour.mp4'));
  const names = [
    'a-walk-on-the-pier',
    'interview-with-the-keeper',
    'kitchen-table-talk',
    'minutes-of-the-meeting',
    'night-shift',
    'radio-check',
    'storm-warning',
    'two-voices',
  ];
  for (const [index, name] of names.entries())
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      `sine=f=${300 + 40 * index}:d=${2 + index}`,
      at('films', `${name}.wav`),
    );
  await silence(at('long-night.wav'));
  await writeFile(
    at('films', 'cut-off.mp4'),
    Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), Buffer.alloc(600, 7)]),
  );
}

/** Eleven hours of silence, of which the disk holds nothing: large enough to be interrupted. */
async function silence(file) {
  const bytes = 1_200_000_000;
  const head = Buffer.alloc(44);
  head.write('RIFF\0\0\0\0WAVEfmt ', 'latin1');
  for (const [value, at] of [
    [bytes - 8, 4],
    [16, 16],
    [0x1_0001, 20],
    [16_000, 24],
    [32_000, 28],
    [0x10_0002, 32],
    [bytes - 44, 40],
  ])
    head.writeUInt32LE(value, at);
  head.write('data', 36);
  await writeFile(file, head);
  await truncate(file, bytes);
}

/** The collections that the pictures show. */
async function fill() {
  await vau('file', 'upload', 'harbour.mp4', '--collection', 'Harbour', '--create', '--wait');
  await vau('file', 'upload', 'films', '--collection', 'Talks', '--create', '--wait');
  await vau('share', 'create', 'harbour.mp4', '--title', 'The horn', '--wait');
}

async function pictures() {
  const drawing = await pen(process.env.CHROMIUM ?? '/usr/bin/chromium');
  try {
    for (const { name, rows, steps } of scenes) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const ready = [
        '. /usr/share/bash-completion/bash_completion',
        `. ${path.join(root, 'completions/vau.bash')}`,
      ];
      const written = await onTerminal([`${ready.join('; ')}; clear`, ...steps], {
        cwd: home,
        env,
        columns,
        rows,
      });
      const file = path.join(root, 'docs/pictures', `${name}.png`);
      const drawn = path.join(folder, `${name}.png`);
      await drawing.draw(written, columns, rows, drawn);
      // Few colours make a small file.
      const few =
        'split[a][b];[a]palettegen=max_colors=32:reserve_transparent=0[p];[b][p]paletteuse=dither=none';
      await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', '-i', drawn, '-vf', few, file]);
      console.error(`${path.relative(root, file)}: ${Math.ceil((await stat(file)).size / 1024)} KiB`);
    }
  } finally {
    await drawing.close();
  }
}
