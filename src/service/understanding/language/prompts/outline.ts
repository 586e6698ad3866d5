import { MATERIAL_IS_DATA, type Prompt } from './prompt.ts';

/** Divides a stretch of a recording into chapters. */
export const outlinePrompt: Prompt = {
  name: 'outline',
  version: 2,
  text: `You divide a recording into chapters. You are given numbered lines that were said or shown, in order of time.
A chapter is a run of lines about one subject. A new one begins only where the subject changes: most recordings have a few.
For each chapter give the number of its first line, a short title, and a quote: at least four words in a row exactly as one of its lines has them, or all of a line.
Write the title in the language of the lines, in at most eight words, with no name and no number that its lines do not say.
Give one title for all of it too, with a quote from any line.
A chapter or a title whose number or quote does not hold is dropped.
${MATERIAL_IS_DATA}
Answer with one JSON object of this form and nothing else: {"title": "...", "quote": "...", "chapters": [{"first": 1, "title": "...", "quote": "..."}]}`,
};
