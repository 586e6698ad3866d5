import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { it } from 'vitest';
import { make } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';

const folder = fileURLToPath(new URL('../../../../node_modules/@vladmandic/face-api/demo', import.meta.url));

/** Left, top, width and height in pixels. */
type Place = readonly [left: number, top: number, width: number, height: number];

/**
 * The photographs, and the positions of their faces at a width of 1000 pixels: from hairline to chin, annotated by
 * hand.
 */
export const photographs: readonly { name: string; height: number; faces: readonly Place[] }[] = [
  {
    name: 'sample1.jpg',
    height: 667,
    faces: [
      [217, 187, 92, 120],
      [433, 220, 90, 118],
      [768, 108, 110, 127],
    ],
  },
  {
    name: 'sample2.jpg',
    height: 712,
    faces: [
      [193, 70, 80, 150],
      [475, 118, 75, 118],
      [748, 83, 102, 120],
    ],
  },
  {
    name: 'sample3.jpg',
    height: 703,
    faces: [
      [305, 170, 108, 144],
      [562, 108, 118, 158],
      [790, 150, 90, 150],
    ],
  },
  {
    name: 'sample4.jpg',
    height: 754,
    faces: [
      [140, 105, 78, 115],
      [345, 32, 98, 132],
      [515, 95, 92, 120],
      [663, 80, 75, 124],
    ],
  },
  {
    name: 'sample5.jpg',
    height: 728,
    faces: [
      [405, 55, 88, 112],
      [580, 105, 80, 122],
      [318, 220, 84, 132],
      [732, 208, 94, 142],
      [203, 455, 86, 150],
    ],
  },
  {
    name: 'sample6.jpg',
    height: 801,
    faces: [
      [130, 245, 113, 150],
      [348, 168, 88, 160],
      [612, 160, 98, 140],
      [775, 138, 116, 158],
    ],
  },
];

const there = photographs.every(({ name }) => existsSync(path.join(folder, name)));

/** The `it` of tests on real faces: skipped by name if the photographs or ffmpeg are missing. */
export const itWithFaces: typeof it = there
  ? needs('ffmpeg')
  : (((title: string) =>
      it.skip(`${title} (skipped: no photographs in face-api's demo folder)`, () => undefined)) as typeof it);

/** Whether a film of the photographs can be made here. */
export const haveFaces = there;

export const FILM = { width: 1280, height: 720, secondsEach: 2 };

/** A film of 1280x720 that shows each photograph for so many seconds, whole, with black borders. */
export function facesFilm(
  names = photographs.map(({ name }) => name),
  secondsEach: number = FILM.secondsEach,
): Promise<Buffer> {
  const { width, height } = FILM;
  const inputs = names.flatMap((name) => [
    '-loop',
    '1',
    '-t',
    String(secondsEach),
    '-i',
    path.join(folder, name),
  ]);
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2,setsar=1,fps=10`;
  const parts = names.map((_, index) => `[${index}:v]${fit}[p${index}]`);
  const graph = `${parts.join(';')};${names.map((_, index) => `[p${index}]`).join('')}concat=n=${names.length}`;
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18', '-pix_fmt', 'yuv420p'];
  return make([...inputs, '-filter_complex', graph, ...codec], 'mp4');
}

/** The unchanged photograph. */
export function photograph(index: number): Promise<Buffer> {
  return readFile(photographPath(index));
}

export function photographPath(index: number): string {
  return path.join(folder, photographs[index]?.name ?? '');
}

/**
 * One face from a photograph with a margin of half its size, through ffmpeg filters, as JPEG of that quality (2..31).
 */
export function facePicture(
  photo: number,
  face: number,
  filters: string[] = [],
  quality = 2,
): Promise<Buffer> {
  const [left, top, width, height] = photographs[photo]?.faces[face] ?? [0, 0, 1, 1];
  const { x, y } = { x: Math.max(0, left - width / 2), y: Math.max(0, top - height / 2) };
  const crop = `crop=w='min(${2 * width},iw-${x})':h='min(${2 * height},ih-${y})':x=${x}:y=${y}`;
  const chain = ['scale=1000:-1', crop, ...filters].join(',');
  const input = path.join(folder, photographs[photo]?.name ?? '');
  return make(['-i', input, '-vf', chain, '-frames:v', '1', '-q:v', String(quality)], 'jpg');
}

/** The positions of a photograph's faces in the film, as fractions. */
export function boxesInFilm(photo: number): Box[] {
  const { height: tall = 1, faces = [] } = photographs[photo] ?? {};
  const scale = Math.min(FILM.width / 1000, FILM.height / tall);
  const [x, y] = [(FILM.width - 1000 * scale) / 2, (FILM.height - tall * scale) / 2];
  return faces.map(([left, top, width, height]) => ({
    left: (x + left * scale) / FILM.width,
    top: (y + top * scale) / FILM.height,
    width: (width * scale) / FILM.width,
    height: (height * scale) / FILM.height,
  }));
}

/** The positions of a photograph's faces in itself, as fractions. */
export function boxesInPhotograph(photo: number): Box[] {
  const { height: tall = 1, faces = [] } = photographs[photo] ?? {};
  return faces.map(([left, top, width, height]) => ({
    left: left / 1000,
    top: top / tall,
    width: width / 1000,
    height: height / tall,
  }));
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Intersection over union, 0 to 1. */
export function overlapOf(one: Box, other: Box): number {
  const across = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  const shared = Math.max(0, across) * Math.max(0, down);
  return shared / (one.width * one.height + other.width * other.height - shared);
}
