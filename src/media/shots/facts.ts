import {
  BINS,
  DARK,
  GREYS,
  HUE_BEGINS,
  LEVELS,
  LOOK_HEIGHT,
  LOOK_WIDTH,
  type Look,
} from './frame-analysis.ts';

/** Facts are stored for pieces of this many seconds: about 3 MB for two hours. */
const PIECE_SECONDS = 0.5;

interface Piece {
  frames: number;
  /** Of the picture within black bars, as everything below. */
  pixels: number;
  luma: number;
  change: number;
  /** Pixels in each colour bin. */
  colours: Uint32Array;
  stillest: { change: number; time: number; index: number };
}

/** A colour and its share of the picture, 0..1. */
export interface ColourShare {
  /** `#rrggbb` */
  colour: string;
  share: number;
}

/** Facts about a part of a film. */
export interface PartFacts {
  /** Mean luma, 0 black to 1 white. */
  brightness: number;
  /** Mean change from frame to frame, from 0 (still) to 1; 0.05 is lively. */
  motion: number;
  /** At most eight colours, most common first. */
  colours: ColourShare[];
  /** The frame with the least motion, suitable as a thumbnail: its time in seconds, and its index. */
  key_time: number;
  key_frame: number;
}

/** Collects facts during the shot detection pass; afterwards it can be queried for any part of the film. */
export class ShotFacts {
  readonly #pieces: (Piece | undefined)[] = [];

  /** Adds the next frame. The look is not kept. */
  add(look: Look): void {
    const place = Math.floor(look.time / PIECE_SECONDS);
    const still = { change: look.change, time: look.time, index: look.index };
    let piece = this.#pieces[place];
    if (!piece) {
      piece = { frames: 0, pixels: 0, luma: 0, change: 0, colours: new Uint32Array(BINS), stillest: still };
      this.#pieces[place] = piece;
    }
    piece.frames += 1;
    const bars = barsOf(look);
    piece.pixels += PIXELS - bars;
    piece.luma += look.brightness * PIXELS;
    piece.change += look.change;
    for (let bin = 0; bin < BINS; bin += 1)
      piece.colours[bin] = (piece.colours[bin] ?? 0) + (look.histogram[bin] ?? 0);
    // Noise has other bins.
    piece.colours[BLACK] = Math.max(0, (piece.colours[BLACK] ?? 0) - bars);
    if (look.change < piece.stillest.change) piece.stillest = still;
  }

  /**
   * @param start seconds of the film; precise to half a second at both ends
   * @returns facts, or null if there are no frames
   */
  between(start: number, end: number): PartFacts | null {
    const from = Math.ceil(start / PIECE_SECONDS - 1e-9);
    const to = Math.floor(end / PIECE_SECONDS + 1e-9);
    const inside = this.#pieces.slice(from, to).filter((piece) => piece !== undefined);
    const short = this.#pieces[Math.floor((start + end) / 2 / PIECE_SECONDS)];
    const pieces = inside.length > 0 ? inside : short ? [short] : [];
    return pieces.length > 0 ? summary(pieces) : null;
  }
}

const PIXELS = LOOK_WIDTH * LOOK_HEIGHT;
/** The bin of black. */
const BLACK = 0;
/** Bars of two sides differ by a row or a column at most: a picture is in the middle. */
const UNEVEN = 1;

/** The pixels of black bars, beside a picture or above and below it; 0 where the whole picture is black. */
function barsOf({ value }: Look): number {
  const isDark = (from: number, step: number, count: number) => {
    for (let at = from, left = count; left > 0; at += step, left -= 1)
      if ((value[at] ?? 0) > DARK) return false;
    return true;
  };
  const even = (lines: number, isBar: (line: number) => boolean) => {
    const before = runOf(lines, isBar);
    const after = runOf(lines, (line) => isBar(lines - 1 - line));
    return before + after < lines && Math.abs(before - after) <= UNEVEN ? before + after : 0;
  };
  const columns = even(LOOK_WIDTH, (column) => isDark(column, LOOK_WIDTH, LOOK_HEIGHT));
  const rows = even(LOOK_HEIGHT, (row) => isDark(row * LOOK_WIDTH, 1, LOOK_WIDTH));
  return PIXELS - (LOOK_WIDTH - columns) * (LOOK_HEIGHT - rows);
}

function runOf(most: number, holds: (at: number) => boolean): number {
  let count = 0;
  while (count < most && holds(count)) count += 1;
  return count;
}

function summary(pieces: readonly Piece[]): PartFacts {
  const sum = (value: (piece: Piece) => number) => pieces.reduce((total, piece) => total + value(piece), 0);
  const frames = sum((piece) => piece.frames);
  const pixels = sum((piece) => piece.pixels);
  const bins = Array.from({ length: BINS }, (_, bin) => ({
    bin,
    share: sum((piece) => piece.colours[bin] ?? 0) / pixels,
  }));
  const common = bins.sort((a, b) => b.share - a.share).slice(0, 8);
  const { stillest } = pieces.reduce((best, piece) =>
    piece.stillest.change < best.stillest.change ? piece : best,
  );
  return {
    brightness: sum((piece) => piece.luma) / pixels / 255,
    motion: sum((piece) => piece.change) / frames / 255,
    colours: common
      .filter(({ share }) => share >= 0.03)
      .map(({ bin, share }) => ({ colour: colourOf(bin), share })),
    key_time: stillest.time,
    key_frame: stillest.index,
  };
}

/** The middle of a colour bin. */
function colourOf(bin: number): string {
  if (bin < GREYS) return hex(Array(3).fill((bin + 0.5) / GREYS));
  const value = (((bin - GREYS) % LEVELS) + 0.5) / LEVELS;
  const strong = Math.floor((bin - GREYS) / LEVELS) % 2 === 1;
  const hue = Math.floor((bin - GREYS) / (2 * LEVELS)) + 0.5 - HUE_BEGINS / 30;
  const least = value * (strong ? 0.25 : 0.68);
  // Red, green and blue peak at hues 0, 4 and 8 of 12, two steps wide.
  const channels = [0, 4, 8].map((peak) => {
    const distance = Math.min(Math.abs(hue - peak), 12 - Math.abs(hue - peak));
    return least + (value - least) * Math.min(1, Math.max(0, 2 - distance / 2));
  });
  return hex(channels);
}

function hex(channels: readonly number[]): string {
  const digits = channels.map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}
