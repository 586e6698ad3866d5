import { figuresOf } from './figures.ts';
import type { Cue, Pattern } from './types.ts';

/** A slip and what replaces it, in one line. */
const CORRECTS: readonly Pattern[] = [
  [
    0.9,
    /\w[,.…–-] ?(?:(?:uh|um|er|oh|ah|or|but)[,.]? )?(?:no,? (?:wait|sorry|hang on|hold on)|sorry,? (?:i mean|no|the|it's|a|an|my)|wait,? (?:no|that's|it's)|or,? (?:hang on|no,|wait,|rather,|sorry,)|i mean(?:t)? (?:to say )?(?:the|a|on|in|at|\d)|correction|make that|scratch that|rather,|let me correct|i misspoke|slip of the tongue)/,
  ],
  [
    0.75,
    /[a-z][.,] (?!(?:that|this|it|i|we|so|but|oh|yes|no)\b)(?:[a-z-]+ ){0,2}[a-z-]+, sorry(?:[.!]$|, (?!i\b|i'|we\b|we'|but\b|no\b|that\b))|\bno, sorry\b/,
  ],
  // The same little word again: `a rear, no, a front hub`.
  [
    0.9,
    /\b(an?|the|on|in|at|to|his|her|my|by|with) [a-z-]+(?: [a-z-]+)?[,.] (?:(?:oh|well), )?(?:no|sorry|i mean|or rather),? (?:\1|an?) /,
  ],
  [0.6, /, well, (?:nearly|almost|more like|rather|actually|about)\b/],
  [0.4, /[a-z], (?:well, )?(?:no|or rather), (?!no\b|i'm not|i don't|not\b|thanks|thank)/],
  [0.3, /[.,] no, (?!no\b|i\b|thank|not\b|it isn't|that's not)(?:\w+ ){1,3}/],
];

/** A plan of one's own, and its end. */
const PLANNED =
  /\b(?:i|we)(?:'d| had| have|'ve)? ?(?:was|were|'d been)? ?(?:\w+ )?(?:(?:was|were) (?:going|about|planning|all set) to|want(?:ed)? to (?:do|take|use|make|go|sell|buy|keep|start|show|\w+)|wanted (?:the|a)|meant to|mean to|intended to|plann(?:ed|ing) (?:to|on)|thought (?:i|we)(?:'d| would)|hoped to|signed|agreed|booked|set out to|said yes|ordered)\b/;
const DROPPED =
  /\b(?:but (?:looking|then|now|after|in the end|there|there's|i|we|it)|(?:so|and then|then) (?:i|we) (?:\w+ )?(?:cancel\w*|drop\w*|stop\w*|chang\w*|went|took|decided|switched|lay|didn't|won't|let)|instead|in the end|after all|cancel(?:led|ed)?|called (?:it )?off|gave (?:it )?up|thought better|changed|so (?:we'll|i'll|we're|i'm)|no, (?:both|all|we|i)|scrapp\w*|abandon\w*|then no \w+|decided (?:against|not))\b/;

/** What speakers put right, and what they do otherwise than they meant to. */
export const corrections: readonly Cue[] = [
  {
    id: 'self-correction',
    byForm: true,
    asked:
      /\b(?:self[- ]?correct\w*|corrects? (?:\w+ )?(?:own|themsel\w*|himself|herself|it(?:self)?)|slips? (?:of the tongue|put right)|(?:put|puts) right by (?:the|the same) speaker|misspeaks?|slip of|(?:replaces?|corrects?) (?:it|them|a \w+|his|her|their)\b.{0,40}\b(?:same|own|themsel\w*)|in the same (?:breath|turn|sentence))\b/,
    includes: [
      'measure',
      'money',
      'date',
      'duration',
      'admission',
      'change',
      'fault',
      'named',
      'figure disputed',
    ],
    said: CORRECTS,
    written: replacesFigure,
    examples: [
      'It was on Monday, no, sorry, on Tuesday.',
      'We sold forty, no, fifty of them last year.',
      'Take the left one, I mean the right one.',
      'My colleague Anna, sorry, Hannah will help you.',
    ],
  },
  {
    id: 'plan dropped',
    asked:
      /\b(?:(?:plans?|intentions?) (?:is |are |was |were |gets? )?(?:dropped|abandoned|given up|turn(?:s|ed)?|changed)|(?:drops?|dropped|abandons?|gives? up|changes?) (?:of )?(?:a|an|the|their|his|her|its)?(?: own| earlier)? ?(?:plans?|intentions?)|(?:had )?(?:meant|intended|planned) to\b.{0,80}\b(?:but|drop\w*|another|instead|otherwise)|change of plans?)\b/,
    includes: ['plan', 'change', 'promise', 'date'],
    said: [
      [0.9, new RegExp(`${PLANNED.source}.{2,90}${DROPPED.source}`)],
      [
        0.6,
        /\b(?:then (?:no \w+, )?(?:we'll|i'll) (?:use|take|do|make|go|have) (?:a |the )?\w+|change of plan|plan b|i(?:'ve| have) decided against|i thought better of)\b/,
      ],
      [-0.5, /\?$/],
    ],
    examples: [
      'I wanted to paint it red, but looking at it now I will take blue.',
      'We were going to fly, and then we took the train instead.',
      'I had already signed, and then I cancelled.',
    ],
  },
];

/** What stands between a figure and the one that replaces it. */
const BETWEEN =
  /^(?:[^?]{0,40}[,.–-] ?)?(?:oh,? |um,? |well,? |or,? )*(?:no|sorry|wait|i mean|hang on|rather|make that|actually)\b[^?]{0,24}$/;

/** How surely a line replaces one figure by another: `Thursday, no, Wednesday`, `thirty years, thirty-one`. */
function replacesFigure(written: string): number {
  const text = written.toLowerCase().replaceAll('’', "'");
  const figures = figuresOf(text);
  for (const [at, one] of figures.entries()) {
    const other = figures.slice(at + 1).find(({ kind }) => kind === one.kind);
    if (!other) continue;
    const between = text.slice(one.at + one.said.length, other.at);
    if (BETWEEN.test(between)) return 0.9;
    if (/^(?: \w+)?, $/.test(between) && other.said.startsWith(`${one.said}-`)) return 0.75;
  }
  return 0;
}
