import type { Prompt } from './prompt.ts';
import {
  answerPrompt,
  extractionPrompt,
  momentsPrompt,
  outlinePrompt,
  planPrompt,
  scenePrompt,
} from './prompt.ts';

/** All prompts. A test holds each text against its version. */
export const prompts: readonly Prompt[] = [
  answerPrompt,
  extractionPrompt,
  momentsPrompt,
  outlinePrompt,
  planPrompt,
  scenePrompt,
];
