import type { SpeechWord } from '../../lines.ts';
import type { Span } from '../../voice-activity/activity.ts';
import type { SherpaResult } from './module.ts';

/**
 * Builds words with times from a recogniser's tokens. A token that starts with a space (or a low block) starts a word,
 * which lasts until the next token.
 * @returns none if the model has no times
 */
export function wordsOfTokens({ tokens = [], timestamps = [] }: SherpaResult, span: Span): SpeechWord[] {
  if (tokens.length === 0 || tokens.length !== timestamps.length) return [];
  const words: SpeechWord[] = [];
  for (const [index, token] of tokens.entries()) {
    const start = clip(span, timestamps[index] ?? 0);
    const end = clip(span, timestamps[index + 1] ?? (timestamps[index] ?? 0) + LAST_TOKEN);
    const text = token.replace(/^[\u2581 ]/, '');
    const last = words.at(-1);
    if (last && text === token) {
      last.word += text;
      last.end = end;
    } else if (text !== '') words.push({ word: text, start, end });
  }
  return words;
}

/** Seconds assumed for the last token of a chunk. */
const LAST_TOKEN = 0.3;

function clip({ start, end }: Span, seconds: number): number {
  return Math.round(Math.min(end, start + seconds) * 1000) / 1000;
}
