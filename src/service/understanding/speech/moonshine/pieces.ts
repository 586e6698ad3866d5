import llama from 'llama-tokenizer-js';

/** Tokens that stand for single bytes, of letters that the vocabulary does not have. */
const FIRST_BYTE = 3;
const LAST_BYTE = 258;

/** The text of tokens; each run of bytes becomes one piece. Tokens beyond the vocabulary are marks of the model, and dropped. */
export function piecesOf(tokens: readonly number[]): string[] {
  const pieces: string[] = [];
  let bytes: number[] = [];
  for (const [at, token] of tokens.entries()) {
    const isByte = token >= FIRST_BYTE && token <= LAST_BYTE;
    if (isByte) bytes.push(token - FIRST_BYTE);
    const next = tokens[at + 1];
    const goesOn = isByte && next !== undefined && next >= FIRST_BYTE && next <= LAST_BYTE;
    // One place for each token: their probabilities are found by it.
    pieces.push(
      isByte ? (goesOn ? '' : Buffer.from(bytes).toString('utf8')) : (llama.vocabById[token] ?? ''),
    );
    if (!goesOn) bytes = [];
  }
  return pieces;
}
