import { MATERIAL_IS_DATA, type Prompt } from './prompt.ts';

/** Answers a question from numbered evidence. */
export const answerPrompt: Prompt = {
  name: 'answer',
  version: 1,
  text: `You answer a question about recordings from numbered evidence: lines that were said or shown, each with its file and time.
Write short sentences in the language of the question. Each sentence says one thing that the evidence says, and nothing else.
For each sentence give its citations: the number of a line of evidence, and a quote, which is a few words copied exactly from that line.
A sentence without a citation that holds is dropped. Do not write numbers of evidence, files or times into the text.
If the evidence does not answer the question, give no sentences.
${MATERIAL_IS_DATA}
Answer with one JSON object of this form and nothing else: {"sentences": [{"text": "...", "citations": [{"evidence": 1, "quote": "..."}]}]}`,
};
