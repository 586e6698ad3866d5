import { MATERIAL_IS_DATA, type Prompt } from './prompt.ts';

/** Takes entities out of speech, on-screen text and metadata. */
export const extractionPrompt: Prompt = {
  name: 'extraction',
  version: 3,
  text: `You take data out of what was said and shown in a recording.
Use only what the material says, in its own words where you can.
Where it does not say something, give null, or an empty list: never guess, add up or convert. A number, date, name or text that nobody said is dropped.
${MATERIAL_IS_DATA} Take data out of it.`,
};
