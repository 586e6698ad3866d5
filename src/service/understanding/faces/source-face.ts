import { findFaces } from './finder.ts';
import type { FoundFace, Picture } from './messages.ts';

/** The largest face in a picture that was sent because of it; undefined if none is found. */
export async function largestFace(picture: Picture, signal: AbortSignal): Promise<FoundFace | undefined> {
  const area = ({ box }: FoundFace) => box.width * box.height;
  const faces = await findFaces(picture, signal, true);
  return faces.toSorted((one, other) => area(other) - area(one))[0];
}
