import { isQuestion } from '../answers.ts';
import { figureRepeated, figuresDiffer } from '../figures.ts';
import { type Cue, type FoundSpan, type Pattern, type ReadLine, strengthOf } from '../types.ts';

/** What contradicts the line before. */
const DENIES: readonly Pattern[] = [
  [
    0.85,
    /\b(?:i (?:never|didn't|did not|haven't|don't think i(?:'d)?(?: ever)?) (?:\w+ )?(?:say|said|tell|told|promis\w*|wr[io]te|took|take|ask\w*|agreed?|talk\w*|mention\w*|claim\w*|call\w*|do|did|had|have|want\w*)|that(?:'s| is| was) (?:not|simply not|just not) (?:true|right|correct|what|how|so|fair)|that (?:isn't|wasn't) (?:true|right|correct|what|how|so|fair)|that's (?:a lie|wrong|nonsense|rubbish|untrue)|you(?:'re| are) (?:wrong|mistaken)|you (?:never|didn't) (?:say|said|tell|told|\w+ed|call|write|wrote)|(?:it|that) (?:has|did|does|was|is) not(?=[.,!;]| (?:an?|the|my|your) )|on the contrary|(?:got|has got|have got) (?:that|it) wrong)/,
  ],
  [
    0.6,
    /^(?:oh,? |well,? |but )?(?:no|nope|not|never|rubbish|nonsense)\b(?! (?:problem|idea|thanks|worries))/,
  ],
  [
    0.55,
    /\b(?:i disagree|i'd disagree|with respect|i object|i don't (?:agree|believe|think so)|not at all|come on|hang on|hold on|technically|says who)\b/,
  ],
  [
    0.5,
    /\b(?:it|that|he|she|they|there|we|this|those)(?:'s not|'re not| isn't| wasn't| aren't| weren't| doesn't| don't| didn't| hasn't| haven't)\b/,
  ],
  [0.4, /\b(?:actually|in fact|but (?:i|you|we|he|she|it|that|the|there)|well, (?:i|it|that|you|we|they))\b/],
  [-0.6, /\b(?:i agree|fair enough|you're right|no problem|don't worry|no idea|i don't know|thank you)\b/],
];

/** What was said, written or promised before. */
const SAYING =
  /\b(?:i|you|we|he|she|they)(?:'d|'ve)? (?:(?:never|didn't|did|do|don't|just|already|also|all|only|don't think i|clearly|definitely) )*(?:sa(?:id|y)|told|tell|promised?|wr(?:ote|ite|itten)|reported?|rang|call(?:ed)?|asked|talked?|mention(?:ed)?|agreed|announced|warned|denie[sd]|assured)\b/;

/** What gives way to the line before, and what goes along with it unwillingly. */
const YIELDS: readonly Pattern[] = [
  [
    0.85,
    /\b(?:i(?:'ll| will) give you (?:that|the benefit)|benefit of the doubt|(?:i|we) could (?:live|work) with|i(?:'d| would) take it|i can live with|have it your way|you(?:'ve got| have) my vote|take (?:it|that) (?:all )?back|you(?:'re| are) right|i stand corrected|i give (?:in|up)|you win|point taken|i(?:'ll| will) (?:take|leave|drop|withdraw) (?:\w+ ){1,3}(?:off|out|back|then)|if (?:you insist|i must|it makes you happy)|i won't (?:insist|argue|stand in)|we don't argue|i believe you|i(?:'ll| will) go along|then (?:we(?:'ll| will)|let's) do it your way|for your sake|just this once|against my better)\b/,
  ],
  [
    0.7,
    /^(?:oh,? |hm+[,.] |well,? |yes,? |yeah,? )*(?:fair (?:enough|point)|(?:all right|alright|okay|ok|fine|very well|right)(?=[,.]? (?:all right|then|but|so|a |the |one |consider|gel|i |we |you |let's|\w+ (?:then|it is)))|fine[.,]|all right[.,])/,
  ],
  [
    0.5,
    /\b(?:fair enough|all right, all right|but only|i suppose so|in that case|neither will i, but fine)\b/,
  ],
  [-0.6, /\?$|\b(?:next|deal with|let's (?:start|begin|move))\b/],
];
/** Standing against something, or pressing for something. */
const STANDS =
  /\b(?:no|not|never|but|can't|cannot|won't|don't|didn't|isn't|wasn't|doesn't|wouldn't|too|rather|want(?:ed)?|must|should|against|only|instead|why|nobody|sooner|need)\b|\b\w+n't\b/;

/** What says how much or when it is. */
const STATES =
  /\b(?:it(?:'s| is| was| says| does say)|that(?:'s| is| was)|there (?:are|were)|i(?:'ve| have)? (?:counted|measured|checked|looked|heard|read)|(?:he|she|they) (?:said|told|says)|according to)\b/;

const OFFERS =
  /\b(?:let's say|say (?:the|a|two|three|\w+day)|what (?:if|about)|how about|can we (?:do|make|say)|could (?:we|you|i|go)|i (?:could|can) (?:go|do|offer|come|let|have)|make it|shall we|i suggest|i propose|i'd (?:take|offer|say|give|pay)|i(?:'ll| will) (?:have|give|take|pay|do|come|offer)|would be|and (?:i|you|you've) |rather|instead|by (?:the )?(?:\w+day|end|noon|\w+th)|until|come (?:in|on|at)|when(?: would)?|how much|costs?|for (?:it|that|you)|meet|not \w+, please|please)\b/;
/** What puts terms on the table. */
const PUTS =
  /\b(?:let's|suggest|propose|(?:what|how) (?:if|about)|can (?:you|we)|could (?:you|we)|shall we|make it|i(?:'d| would) (?:take|offer|say|give|pay)|(?:could|can) go|then we)\b/;
const ANSWERS_WITH =
  /\b(?:let's say|what (?:if|about)|how about|can we|could (?:we|you|i)|make (?:it|that)|i(?:'d| would) (?:rather|say|take|offer|give|pay)|i(?:'ll| will) (?:have|give|take|pay|do|come|offer)|rather|instead|and (?:i|you|you've|nobody|not)|more like|tight|too (?:much|early|late|soon|little)|not (?:before|until)|at (?:most|least)|is a holiday|i'm (?:away|busy|at)|that i could|then)\b/;

/** Quarrels about facts and words, bargains, and how they end. */
export const disputes: readonly Cue[] = [
  {
    id: 'disagreement',
    asked:
      /\b(?:disagree\w*|disput\w*|argu(?:e|es|ment|ments)|contradict\w*|contested|quarrel\w*|objections?|objects? to|clash\w*|corrects? (?:a|an|another|somebody|someone|the other|each other)|challeng(?:e|es|ed) (?:a|the|what|another))\b/,
    includes: ['refusal', 'opinion', 'answered'],
    spans: (lines) => chained(pairs(lines, contradicts)),
  },
  {
    id: 'figure disputed',
    asked:
      /\b(?:(?:figures?|numbers?|dates?|amounts?|measures?|sums?|facts?)\b.{0,40}\b(?:disput|contradict|contest|challeng|question(?:ed)?\b|correct(?:ed|s)? by)\w*|(?:disput|contradict|contest|challeng|correct)\w* (?:\w+ ){0,3}(?:figures?|numbers?|dates?|amounts?|measures?))\b/,
    includes: ['disagreement', 'measure', 'money', 'date', 'duration', 'agreement'],
    spans: (lines) =>
      chained(
        pairs(lines, (line, next) => {
          if (!figuresDiffer(line.text, next.text)) return 0;
          const bargain = OFFERS.test(line.text) && ANSWERS_WITH.test(next.text) ? 0.5 : 1;
          const against = [
            0.35,
            0.6 * strengthOf(DENIES, next.text),
            figureRepeated(line.text, next.text) ? 0.35 : 0,
            STATES.test(next.text) ? 0.35 : 0,
          ];
          const sure = 1 - against.reduce((missed, one) => missed * (1 - one), 1);
          return (isQuestion(line) ? 0.35 : 1) * (isQuestion(next) ? 0.6 : 1) * bargain * sure;
        }),
      ),
  },
  {
    id: 'words disputed',
    asked:
      /\b(?:(?:conflict|disput|contradict|disagree|quarrel|differ)\w*\b.{0,60}\b(?:said|promised|statements?|told|wrote|earlier|agreed) ?(?:before|earlier|wording|to)?|who said what|denies? (?:having|that (?:he|she|they)) (?:said|promised|told)|earlier statements?)\b/,
    includes: ['disagreement', 'promise', 'astray'],
    spans: (lines) =>
      chained(
        pairs(lines, (line, next) => {
          const [one, other] = [SAYING.test(line.text), SAYING.test(next.text)];
          const about = other ? 1 : one ? 0.7 : 0.1;
          // Both say what was said, and say it otherwise.
          const told = one && other && figuresDiffer(line.text, next.text) ? 0.6 : 0;
          const denied = Math.max(told, strengthOf(DENIES, next.text));
          return about * denied * (isQuestion(next) ? 0.5 : 1);
        }),
      ),
  },
  {
    id: 'giving way',
    asked:
      /\b(?:gives? way|giv(?:es?|ing) in|conced\w*|concessions?|yields?|backs? down|climbs? down|compromis\w*|relents?|comes? round to|moves? off|drops? (?:an?|the|its|their) (?:objection|position|claim|demand)s?|meets? (?:somebody |the other )?half ?way|grudging\w*)\b/,
    includes: ['agreement', 'disagreement', 'refusal', 'opinion', 'change', 'proposal'],
    spans: (lines) =>
      lines.flatMap((line, at) => {
        const before = lines[at - 1];
        if (!before || sameSpeaker(before, line)) return [];
        const first = lines[at - 2];
        const own = first && sameSpeaker(first, line) ? first : undefined;
        const stood = own ? (STANDS.test(own.text) ? 1 : 0.75) : STANDS.test(before.text) ? 0.7 : 0.35;
        const strength = strengthOf(YIELDS, line.text) * stood;
        return strength > 0 ? [{ from: own ? at - 2 : at - 1, to: at, strength }] : [];
      }),
  },
  {
    id: 'counter-offer',
    asked:
      /\b(?:counter[- ]?(?:offer|proposal|bid)s?|haggl\w*|bargain\w*|negotiat\w* (?:over|about|a|the)|another (?:sum|price|day|time) (?:of their own )?(?:in return|instead))\b/,
    includes: ['proposal', 'money', 'refusal', 'date', 'giving way', 'agreement'],
    spans: (lines) =>
      pairs(lines, (line, next) => {
        if (!figuresDiffer(line.text, next.text)) return 0;
        const offered = PUTS.test(line.text) ? 1 : OFFERS.test(line.text) ? 0.85 : 0.5;
        const answered = ANSWERS_WITH.test(next.text) ? 0.9 : 0.4;
        return offered * answered * (isQuestion(line) && !OFFERS.test(line.text) ? 0.5 : 1);
      }),
  },
];

/** How surely a line contradicts the one before it. */
function contradicts(line: ReadLine, next: ReadLine): number {
  const denied = strengthOf(DENIES, next.text);
  const figures = figuresDiffer(line.text, next.text);
  const sure = figures ? denied + (1 - denied) * 0.3 : denied;
  return sure * (isQuestion(line) ? 0.4 : 1) * (isQuestion(next) ? 0.5 : 1);
}

function sameSpeaker(one: ReadLine, other: ReadLine): boolean {
  return one.speaker !== undefined && one.speaker === other.speaker;
}

/** Each line with the next one, where another speaks or nobody knows who does. */
function pairs(
  lines: readonly ReadLine[],
  strength: (line: ReadLine, next: ReadLine) => number,
): FoundSpan[] {
  return lines.flatMap((line, at) => {
    const next = lines[at + 1];
    const found = next && !sameSpeaker(line, next) && !line.foreign ? strength(line, next) : 0;
    return found > 0 ? [{ from: at, to: at + 1, strength: found }] : [];
  });
}

/** Where a quarrel goes on, it is one: neighbours that both are sure enough. */
function chained(spans: readonly FoundSpan[]): FoundSpan[] {
  const chains: FoundSpan[] = [];
  for (const span of spans) {
    const last = chains.at(-1);
    if (last && last.to === span.from && Math.min(last.strength, span.strength) >= GOES_ON)
      chains[chains.length - 1] = {
        from: last.from,
        to: span.to,
        strength: Math.max(last.strength, span.strength),
      };
    else chains.push(span);
  }
  return chains;
}

const GOES_ON = 0.5;
