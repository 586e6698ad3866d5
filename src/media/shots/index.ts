export { coarseFacts } from './coarse.ts';
export { allShots, detectShots, type ShotOptions } from './detect.ts';
export { type ColourShare, type PartFacts, ShotFacts } from './facts.ts';
export { type ShotFramesOptions, shotFrames, shotRate } from './frames.ts';
export { LOOK_HEIGHT, LOOK_WIDTH } from './look.ts';
export { CONTENT_THRESHOLD } from './transitions.ts';
export type { Shot, ShotFrame, Transition, TransitionKind } from './types.ts';
