import { planPrompt } from './plan.ts';
import type { Prompt } from './prompt.ts';
import { answerPrompt, extractionPrompt, momentsPrompt, outlinePrompt } from './prompt.ts';
import { scenePrompt } from './scene.ts';

/** All prompts. A test holds each text against its version. */
export const prompts: readonly Prompt[] = [
  answerPrompt,
  extractionPrompt,
  momentsPrompt,
  outlinePrompt,
  planPrompt,
  scenePrompt,
];
