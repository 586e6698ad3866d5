export { hasObjectModel, OBJECTS_METHOD, stopObjectFinder } from './finder.ts';
export { lookBetween, lookForObjects } from './look.ts';
export { isObjectLine, objectIn, objectLines } from './spans.ts';
