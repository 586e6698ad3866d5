/** A picture to draw smaller pictures and times on. */

export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** rgb24, row by row, without padding. */
  readonly pixels: Buffer;
}

/** A grey background. @param shade 0 to 255 */
export const canvas = (width: number, height: number, shade: number): Canvas => ({
  width,
  height,
  pixels: Buffer.alloc(width * height * 3, shade),
});

/** Copies an rgb24 picture to a position; it must fit. */
export function place(on: Canvas, picture: Buffer, width: number, left: number, top: number): void {
  const row = width * 3;
  for (let y = 0; y * row < picture.length; y += 1)
    picture.copy(on.pixels, ((top + y) * on.width + left) * 3, y * row, (y + 1) * row);
}

/** Digits of five by seven dots: not every build of ffmpeg can draw text. */
const glyphs: Readonly<Record<string, string>> = {
  '0': '01110 10001 10011 10101 11001 10001 01110',
  '1': '00100 01100 00100 00100 00100 00100 01110',
  '2': '01110 10001 00001 00110 01000 10000 11111',
  '3': '11111 00010 00100 00010 00001 10001 01110',
  '4': '00010 00110 01010 10010 11111 00010 00010',
  '5': '11111 10000 11110 00001 00001 10001 01110',
  '6': '00110 01000 10000 11110 10001 10001 01110',
  '7': '11111 00001 00010 00100 01000 01000 01000',
  '8': '01110 10001 10001 01110 10001 10001 01110',
  '9': '01110 10001 10001 01111 00001 00010 01100',
  ':': '00000 00100 00100 00000 00100 00100 00000',
  '.': '00000 00000 00000 00000 00000 01100 01100',
};

/** Pixels of one dot. */
const DOT = 2;
/** Height of a written line in pixels. */
export const TEXT_HEIGHT = 7 * DOT;

/** Draws a time in white; skips characters other than digits, colons and points. */
export function write(on: Canvas, text: string, left: number, top: number): void {
  for (const [index, character] of [...text].entries())
    for (const [y, line] of (glyphs[character] ?? '').split(' ').entries())
      for (const [x, dot] of [...line].entries())
        if (dot === '1') square(on, left + (index * 6 + x) * DOT, top + y * DOT);
}

function square(on: Canvas, left: number, top: number): void {
  for (let y = top; y < top + DOT; y += 1) {
    if (y >= on.height) return;
    const at = (y * on.width + left) * 3;
    if (left + DOT <= on.width) on.pixels.fill(235, at, at + DOT * 3);
  }
}
