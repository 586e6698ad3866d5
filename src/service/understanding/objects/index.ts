export { hasObjectModel, OBJECTS_METHOD, stopObjectFinder } from './finder.ts';
export { lookBetween, lookForObjects } from './key-frames.ts';
export { isObjectLine, objectIn, objectLines } from './spans.ts';
