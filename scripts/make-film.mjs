/**
 * Makes the example film: assets/harbour.mp4, with its ground truth for tests as film.json, and subtitles
 * with speakers as film.vtt. Needs an ffmpeg with libx264, drawtext and flite (Debian's has them) and the
 * DejaVu fonts.
 *
 *   node scripts/make-film.mjs
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { draw, height, scenes, width } from './film/scenes.mjs';
import { title } from './film/story.mjs';
import { fps, plan } from './film/timing.mjs';

const assets = fileURLToPath(new URL('../assets/', import.meta.url));
const font = '/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf';
const work = await mkdtemp(path.join(tmpdir(), 'film-'));

try {
  const film = plan();
  for (const [i, shot] of film.shots.entries()) await shoot(shot, i, film.shots[i + 1]?.fadeIn ?? 0);
  await writeFile(path.join(work, 'sound.pcm'), film.sound);
  await writeFile(
    path.join(work, 'lines.srt'),
    subtitles(film.sentences, ',', (s) => s.text),
  );
  await writeFile(path.join(work, 'chapters.txt'), chapters(film));
  assemble(film);
  await writeFile(
    path.join(assets, 'film.vtt'),
    `WEBVTT\n\n${subtitles(film.sentences, '.', (s) => `<v ${s.speaker}>${s.text}`)}`,
  );
  await writeFile(path.join(assets, 'film.json'), `${JSON.stringify(truth(film), null, 2)}\n`);
  const { size } = await stat(path.join(assets, 'harbour.mp4'));
  console.error(`harbour.mp4  ${film.seconds} s  ${(size / 1024).toFixed(0)} KiB`);
} finally {
  await rm(work, { recursive: true, force: true });
}

/** One shot as a lossless file; `overlap` adds seconds for the next shot to fade in. */
async function shoot(shot, index, overlap) {
  const frames = shot.frames + Math.round(overlap * fps);
  const source = shot.lavfi
    ? ['-f', 'lavfi', '-i', shot.lavfi]
    : ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', `${fps}`, '-i', '-'];
  const args = [
    '-y',
    '-v',
    'error',
    ...source,
    '-vf',
    caption(shot),
    '-frames:v',
    `${frames}`,
    '-r',
    `${fps}`,
  ];
  const ffmpeg = spawn(
    'ffmpeg',
    [...args, '-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast', shotFile(index)],
    {
      stdio: [shot.lavfi ? 'ignore' : 'pipe', 'ignore', 'inherit'],
    },
  );
  const ended = once(ffmpeg, 'close');
  if (!shot.lavfi) {
    for (let i = 0; i < frames; i++)
      if (!ffmpeg.stdin.write(draw(scenes[shot.scene], i / fps))) await once(ffmpeg.stdin, 'drain');
    ffmpeg.stdin.end();
  }
  const [status] = await ended;
  if (status !== 0) throw new Error(`shot ${index} failed with status ${status}`);
}

/** The text of a shot, white on a dark box; `size` is the font size in pixels. */
function caption(shot) {
  return shot.text
    .map(({ show, size, x, y, from }) => {
      const text = show.replaceAll(':', '\\:');
      return `drawtext=fontfile=${font}:text='${text}':fontsize=${size}:fontcolor=white:x=${x ?? '(w-tw)/2'}:y=${y}:box=1:boxcolor=black@0.7:boxborderw=8:enable='gte(t,${from})'`;
    })
    .concat('format=yuv420p')
    .join(',');
}

/** Joins the shots with hard cuts, the last one with its fade, and adds sound, subtitles, chapters and title. */
function assemble({ shots }) {
  const last = shots.length - 1;
  const joined = shots
    .slice(0, last)
    .map((_, i) => `[${i}:v]`)
    .join('');
  const fade = `xfade=transition=fade:duration=${shots[last].fadeIn}:offset=${shots[last].start}`;
  const filter = `${joined}concat=n=${last}:v=1:a=0,fps=${fps}[a];[${last}:v]fps=${fps}[b];[a][b]${fade},format=yuv420p[v]`;
  const inputs = shots.flatMap((_, i) => ['-i', shotFile(i)]);
  const sound = ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', path.join(work, 'sound.pcm')];
  const texts = ['-i', path.join(work, 'lines.srt'), '-i', path.join(work, 'chapters.txt')];
  const [a, s, c] = [shots.length, shots.length + 1, shots.length + 2];
  const map = [
    '-map',
    '[v]',
    '-map',
    `${a}:a`,
    '-map',
    `${s}:s`,
    '-map_metadata',
    `${c}`,
    '-map_chapters',
    `${c}`,
  ];
  const video = [
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-crf',
    '24',
    '-g',
    '50',
    '-threads',
    '1',
    '-profile:v',
    'high',
  ];
  const audio = ['-c:a', 'aac', '-b:a', '64k', '-ar', '48000', '-c:s', 'mov_text'];
  const language = ['-metadata:s:a:0', 'language=eng', '-metadata:s:s:0', 'language=eng'];
  const exact = [
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    '-flags:a',
    '+bitexact',
    '-movflags',
    '+faststart',
  ];
  const all = [
    ...inputs,
    ...sound,
    ...texts,
    '-filter_complex',
    filter,
    ...map,
    ...video,
    ...audio,
    ...language,
    ...exact,
  ];
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...all, path.join(assets, 'harbour.mp4')], {
    stdio: 'inherit',
  });
}

/** Numbered cues; SRT and WebVTT differ in the separator before the milliseconds. */
function subtitles(sentences, mark, line) {
  const time = (s) => new Date(Math.round(s * 1000)).toISOString().slice(11, 23).replace('.', mark);
  return sentences.map((s, i) => `${i + 1}\n${time(s.start)} --> ${time(s.end)}\n${line(s)}\n`).join('\n');
}

function chapters({ shots, seconds }) {
  const marks = shots.map(({ chapter, start }, i) => {
    const end = shots[i + 1]?.start ?? seconds;
    return `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${Math.round(start * 1000)}\nEND=${Math.round(end * 1000)}\ntitle=${chapter}\n`;
  });
  return `;FFMETADATA1\ntitle=${title}\ncomment=Made by scripts/make-film.mjs\n${marks.join('')}`;
}

/** The content of the film with times in seconds. `cut` says how a shot starts. */
function truth({ seconds, shots, sentences, texts, sounds }) {
  const cuts = shots
    .slice(1)
    .map((s) => ({ at: s.start, kind: s.fadeIn ? 'fade' : 'cut', seconds: s.fadeIn ?? 0 }));
  const chapters = shots.map((s, i) => ({
    start: s.start,
    end: shots[i + 1]?.start ?? seconds,
    title: s.chapter,
  }));
  return {
    file: 'harbour.mp4',
    title,
    seconds,
    width,
    height,
    fps,
    sentences,
    texts,
    sounds,
    cuts,
    chapters,
  };
}

function shotFile(index) {
  return path.join(work, `shot${index}.mkv`);
}
