export { hasObjectModel, OBJECTS_METHOD, stopObjectFinder } from './finder.ts';
export { lookBetween, lookForObjects } from './key-frames.ts';
export { isObjectLine, objectLines } from './spans.ts';
