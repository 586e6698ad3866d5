import { isStopWord, tokens } from '../../../../text/split-words.ts';
import type { ReadLine } from './types.ts';

const OPENING =
  /^(?:yes|yeah|yep|no|nope|sure|of course|certainly|absolutely|exactly|right|okay|ok|maybe|perhaps|probably|possibly|not|never|only|just|about|around|roughly|nearly|because|by|since|until|from|in|on|at|to|with|it|it's|that's|that|they|they're|he|she|i|we|there|both|neither|none|all|some|most|well|of|oh,? (?:yes|no|only)|i think|i don't|i did|let me|if|when|as|once|every|less|more|much|fair|for|then|under|behind|between|a|an|the|so)\b/;
const FIRM =
  /^(?:yes|yeah|yep|no|nope|sure|of course|certainly|absolutely|exactly|maybe|perhaps|probably|not|only|because|i don't know|no idea|i think|i did|i do|i'd|it is|it does|they are|they do|there is|there are|that's)\b/;
/** What the kind of question wants to hear. */
const WANTED: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bwhen\b|\bwhat time\b|\bhow (?:long|soon|early|late)\b/,
    /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half|quarter|minutes?|hours?|days?|weeks?|months?|years?|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|today|tonight|until|since|soon|noon|midnight|morning|evening)\b/,
  ],
  [
    /\bhow (?:many|much|far|old|high|big|fast|often)\b/,
    /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty|hundred|thousand|half|none|enough|all|most)\b/,
  ],
  [/\bwhere\b/, /\b(?:in|on|at|under|behind|next to|over|beside|near|between|by|to|there|here|from|into)\b/],
  [/\bwhy\b|\bhow come\b/, /\b(?:because|since|so that|that's|for|to|means?|due)\b/],
  [/\bwho\b|\bwhose\b/, /\b(?:i|me|he|she|they|we|you|mine|\w+'s)\b/],
  [
    /\b(?:could|can|would|will|may) (?:you|we|i|one|somebody|someone)\b/,
    /\b(?:i'll|i will|we'll|i can|i can't|gladly|you may|of course|let me|here)\b/,
  ],
];

/** How a line turns to something else. */
const TURNS =
  /^(?:so|now|okay|ok|right|anyway|next|by the way|look|come on|listen|excuse me|hello|hi|good|mind|careful|well, i must)\b/;
/** How surely the next speaker replies, whatever is said. */
const NEXT = 0.45;

/** Whether a line asks something. */
export const isQuestion = ({ text }: ReadLine): boolean => /\?["')]?$/.test(text);

/**
 * How surely a line replies to a question, from 0 to 1: by its first words, by what the question wants to hear, by words
 * in common and by meaning.
 */
export function repliesTo(question: ReadLine, reply: ReadLine): number {
  if (reply.speaker !== undefined && reply.speaker === question.speaker) return 0.1;
  const asks = isQuestion(reply);
  const firm = FIRM.test(reply.text) ? 0.55 : OPENING.test(reply.text) ? 0.3 : 0;
  const wanted = WANTED.some(([asked, said]) => asked.test(question.text) && said.test(reply.text))
    ? 0.35
    : 0;
  const shared = inCommon(question.text, reply.text) ? 0.45 : 0;
  const alike = Math.max(0, Math.min(0.6, ((question.likeness?.(reply) ?? 0.25) - 0.2) * 1.5));
  // Who speaks next mostly answers, unless a turn to something else is heard.
  const next = reply.speaker !== undefined && !TURNS.test(reply.text) ? NEXT : 0;
  const said = /\b(?:yes|no|yeah|never|nobody|nothing)\b/.test(reply.text) ? 0.3 : 0;
  const missed = (1 - firm) * (1 - wanted) * (1 - shared) * (1 - alike) * (1 - next) * (1 - said);
  return (1 - missed) * (asks ? 0.4 : 1);
}

function inCommon(one: string, other: string): boolean {
  const stems = new Set(
    tokens(one).flatMap(({ word, stem }) => (isStopWord(word) || word.length < 4 ? [] : [stem])),
  );
  return tokens(other).some(({ stem }) => stems.has(stem));
}
