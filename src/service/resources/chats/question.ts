import type { ChatCompletion } from '../../../contract/index.ts';
import { isStopWord, tokens } from '../../text/words.ts';

export type Message = ChatCompletion['payload']['messages'][number];

/** Words that stand for something said before. */
const REFERS =
  /(?<!\p{L})(?:that|this|it|its|he|she|him|her|his|they|them|their|those|these|there|then|else|more|again|same|earlier|before)(?!\p{L})/iu;
/** Openings that continue a question. */
const CONTINUES = /^(?:and|but|or|so|also|what about|how about)\b/i;
/** Content words up to which a question that refers to something, or goes on with it, needs the ones before. */
const [REFERRING, CONTINUING] = [4, 6];
/** Earlier questions that a query takes up. */
const MOST_EARLIER = 3;

/** What to search for. */
export interface Queries {
  /** The query for the last question: with earlier ones if it cannot stand alone. */
  readonly query: string;
  /** With the question before, if the query stands alone; to try if that finds nothing. */
  readonly wider?: string;
}

/** The queries for the last message of a conversation. */
export function queriesOf(messages: readonly Message[]): Queries {
  const asked = messages.filter(({ role, content }) => role === 'user' && content.trim() !== '');
  const questions = asked.map(({ content }) => content.trim());
  const last = questions.at(-1) ?? '';
  const before = questions.slice(0, -1);
  if (!needsEarlier(last)) {
    const previous = before.at(-1);
    return { query: last, ...(previous !== undefined && { wider: `${previous}\n${last}` }) };
  }
  const needed: string[] = [];
  for (const question of before.reverse()) {
    needed.unshift(question);
    if (!needsEarlier(question) || needed.length === MOST_EARLIER) break;
  }
  return { query: [...needed, last].join('\n') };
}

/** Whether a question says too little by itself: "and who said that?" */
function needsEarlier(question: string): boolean {
  const content = tokens(question).filter(({ word }) => !isStopWord(word)).length;
  if (content === 0) return true;
  const most = CONTINUES.test(question) ? CONTINUING : REFERS.test(question) ? REFERRING : 0;
  return content <= most;
}
