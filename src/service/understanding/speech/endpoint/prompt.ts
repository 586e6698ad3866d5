/** Whisper reads at most 224 tokens of a prompt, about this many characters, and forgets the beginning of a longer one. */
const LONGEST = 800;

/** Names and terms as the prompt of a transcription request: as many as fit. Undefined without any. */
export function promptOf(vocabulary: readonly string[]): string | undefined {
  let prompt = '';
  for (const term of vocabulary) {
    const longer = prompt === '' ? term : `${prompt}, ${term}`;
    if (longer.length > LONGEST) break;
    prompt = longer;
  }
  return prompt === '' ? undefined : prompt;
}
