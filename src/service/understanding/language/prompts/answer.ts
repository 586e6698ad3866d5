import { MATERIAL_IS_DATA, type Prompt } from './prompt.ts';

/** Answers a question from numbered evidence. */
export const answerPrompt: Prompt = {
  name: 'answer',
  version: 2,
  text: `You answer a question about recordings from numbered evidence: lines that were said or shown, each with its file and time.
Write short sentences in the language of the question. Each sentence says one thing that the evidence says, and nothing else.
For each sentence give its citations: the number of a line of evidence, and a quote: at least four words in a row copied exactly from that line, or all of it.
Keep numbers, dates, units, names and denials as the cited lines have them: add nothing up, convert nothing, and take nothing from the question.
A sentence without a citation that holds, or with a number, date, name or denial that its lines do not have, is dropped. Do not write numbers of evidence, files or times into the text.
If the evidence does not answer the question, give no sentences.
${MATERIAL_IS_DATA}
Answer with one JSON object of this form and nothing else: {"sentences": [{"text": "...", "citations": [{"evidence": 1, "quote": "..."}]}]}`,
};
