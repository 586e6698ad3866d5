import type { Box } from '../lines.ts';
import type { Picture } from './messages.ts';

/** Side of the square that the detector scales every picture to, in pixels. */
const DETECTOR_SIDE = 512;

/**
 * Centres the picture on a grey one `times` as large: the detector misses faces that fill a picture, especially blurred
 * ones, but finds them downscaled.
 */
export function fromAfar(picture: Picture, times: number): Picture {
  const scale = DETECTOR_SIDE / times / Math.max(picture.width, picture.height);
  const [width, height] = [atLeastOne(picture.width * scale), atLeastOne(picture.height * scale)];
  const [left, top] = [margin(width), margin(height)];
  const data = new Uint8Array(DETECTOR_SIDE * DETECTOR_SIDE * 3).fill(128);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < 3; channel += 1)
        data[((top + y) * DETECTOR_SIDE + left + x) * 3 + channel] = mean(
          picture,
          x,
          y,
          width,
          height,
          channel,
        );
  return { width: DETECTOR_SIDE, height: DETECTOR_SIDE, data };
}

/** Converts a box in the result of `fromAfar` to the picture itself. It may extend beyond its edges. */
export function fromNear(box: Box, picture: Picture, times: number): Box {
  const scale = DETECTOR_SIDE / times / Math.max(picture.width, picture.height);
  const [width, height] = [atLeastOne(picture.width * scale), atLeastOne(picture.height * scale)];
  return {
    left: (box.left * DETECTOR_SIDE - margin(width)) / width,
    top: (box.top * DETECTOR_SIDE - margin(height)) / height,
    width: (box.width * DETECTOR_SIDE) / width,
    height: (box.height * DETECTOR_SIDE) / height,
  };
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}

function margin(length: number): number {
  return Math.floor((DETECTOR_SIDE - length) / 2);
}

/** The mean of the pixels behind one smaller pixel; the nearest pixel when enlarging. */
function mean(
  picture: Picture,
  x: number,
  y: number,
  width: number,
  height: number,
  channel: number,
): number {
  const { width: wide, height: high, data } = picture;
  const [fromX, fromY] = [Math.floor((x * wide) / width), Math.floor((y * high) / height)];
  const toX = Math.max(fromX + 1, Math.floor(((x + 1) * wide) / width));
  const toY = Math.max(fromY + 1, Math.floor(((y + 1) * high) / height));
  let sum = 0;
  for (let row = fromY; row < toY; row += 1)
    for (let column = fromX; column < toX; column += 1) sum += data[(row * wide + column) * 3 + channel] ?? 0;
  return Math.round(sum / ((toX - fromX) * (toY - fromY)));
}
