export { average, distance, fromBytes, SAME_PERSON, similarityOf, toBytes } from './compare.ts';
export { findFaces, stopFaceFinder } from './finder.ts';
export { FACES_MADE_BY } from './made-by.ts';
export type { FoundFace, Picture } from './messages.ts';
export { overlap } from './overlap.ts';
export { cropJpegs, sizeForFaces, stillPicture } from './pictures.ts';
export { largestFace } from './source-face.ts';
export { type SeenBefore, trackFaces } from './tracks.ts';
