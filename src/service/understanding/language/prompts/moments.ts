import { MATERIAL_IS_DATA, type Prompt } from './prompt.ts';

/** Finds the moments of a stretch of a recording that meet a criterion. */
export const momentsPrompt: Prompt = {
  name: 'moments',
  version: 2,
  text: `You judge which moments of a recording meet a criterion. You are given numbered lines that were said or shown, in order of time.
A moment is a run of lines: give the numbers of its first and last line, as few lines as the criterion needs.
For each moment copy a quote: at least four words in a row exactly as one of its lines has them, or all of a line. A moment whose numbers or quote do not hold is dropped.
Give a short title, and as the reason one sentence on how the lines meet the criterion. Put nothing in quotation marks, and no number, date, name or denial, that the lines do not say.
likelihood is how sure you are that it meets the criterion, from 0 to 1. Leave out what is below 0.5.
score is the value on the scale of the criterion, or null where it has none. Times of anchors are given as the number of the line at which they are; leave out anchors that do not exist.
Most stretches of most recordings hold no moment that meets a criterion: then give an empty list. Judge by meaning, not by keywords.
${MATERIAL_IS_DATA} The criterion is not part of the material.`,
};
