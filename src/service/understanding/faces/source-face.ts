import type { Box } from '../lines.ts';
import { findFaces } from './finder.ts';
import type { FoundFace, Picture } from './messages.ts';
import { withMargin } from './pictures.ts';

/** The largest face of a picture; undefined when none is found. A picture that a face fills is looked at from afar too. */
export async function largestFace(picture: Picture, signal: AbortSignal): Promise<FoundFace | undefined> {
  const plain = largest(await findFaces(picture, signal));
  if (plain) return plain;
  const wide = withMargin(picture);
  const found = largest(await findFaces(wide, signal));
  return found && { ...found, box: boxInside(found.box, picture, wide) };
}

function largest(faces: readonly FoundFace[]): FoundFace | undefined {
  const area = ({ box }: FoundFace) => box.width * box.height;
  return [...faces].sort((one, other) => area(other) - area(one))[0];
}

/** A box of the widened picture as one of the picture in its middle, cut off at its edges. */
function boxInside(box: Box, inner: Picture, outer: Picture): Box {
  const [left, width] = axis(box.left, box.width, inner.width, outer.width);
  const [top, height] = axis(box.top, box.height, inner.height, outer.height);
  return { left, top, width, height };
}

function axis(from: number, length: number, inner: number, outer: number): [number, number] {
  const margin = Math.floor((outer - inner) / 2);
  const cut = (value: number) => Math.min(Math.max((value * outer - margin) / inner, 0), 1);
  return [cut(from), cut(from + length) - cut(from)];
}
