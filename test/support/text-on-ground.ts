import { make } from './film.ts';
import { locate } from './programs.ts';

/** A picture of 960 by 540 with one line of text on coarse noise, or a fractal without text. */
export interface TextOnGround {
  /** Default: none. */
  readonly text?: string;
  /** Degrees, clockwise. */
  readonly turned?: number;
  /** Pixels. */
  readonly size?: number;
  /** drawtext's options: colour, outline. */
  readonly look?: string;
}

/** Draws it as PNG. Parts of the fractal look like letters. */
export function textOnGround({
  text = '',
  turned = 0,
  size = 44,
  look = 'fontcolor=white:borderw=4',
}: TextOnGround): Promise<Buffer> {
  const ground = 'color=c=0x806040:s=960x540,noise=alls=60:all_seed=3,boxblur=2';
  const line = `drawtext=fontfile=${locate('fonts')}:text='${text}':fontsize=${size}:x=(w-tw)/2:y=(h-th)/2:${look}`;
  const layer = `color=c=black@0:s=960x960,format=rgba,${line},rotate=${turned}*PI/180:c=none[line]`;
  const graph = `${ground}[ground];${layer};[ground][line]overlay=0:-210`;
  return make(
    [
      '-f',
      'lavfi',
      '-i',
      text ? graph : 'mandelbrot=s=960x540:start_scale=0.6',
      '-frames:v',
      '1',
      '-update',
      '1',
    ],
    'png',
  );
}
