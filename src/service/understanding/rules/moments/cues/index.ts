/**
 * Cues: how a criterion asks for something, such as a promise or a rule, and how people then say it, each phrase with how
 * strongly it speaks for a moment. `kinds` has the longer ones.
 */

import { figuresOf } from './figures.ts';
import { commitments } from './kinds/commitments.ts';
import { disputes } from './kinds/disputes.ts';
import { exchanges } from './kinds/exchanges.ts';
import { feelings } from './kinds/feelings.ts';
import { knowledge } from './kinds/knowledge.ts';
import { confidences } from './kinds/private.ts';
import { quantities } from './kinds/quantities.ts';
import { safety } from './kinds/safety.ts';
import { talk } from './kinds/talk.ts';
import type { Cue, Pattern } from './types.ts';

/** What people must, may and should do. */
const rules: readonly Cue[] = [
  {
    id: 'rule',
    asked:
      /\b(?:rules?\b|regulations?|polic(?:y|ies)|permitted|forbidden|prohibit\w*|allowed|obligat\w*|mandatory|requirements?|house rules|generally required|always required)\b/,
    said: [
      [
        0.9,
        /\b(?:rules?|laws?|polic(?:y|ies)|regulations?|contract|lease|statutes?|charter|by-?laws|code|ordinance|management|council|terms|agreement)\b(?: \w+){0,3}? (?:forbids?|forbade|prohibits?|bans?|outlaws?|disallows?|(?:does|do)(?:n't| not) (?:permit|allow)|requires? (?:that|all|every\w*|you|us|people|\w+s) |obliges?|states? that|says? (?:that )?(?:you|no))\b/,
      ],
      [
        0.8,
        /\b(?:(?:is|are|be|it's|they're) (?:\w+ly )?(?:forbidden|prohibited|banned|not (?:allowed|permitted)|off[- ]limits|mandatory|compulsory|obligatory|(?:obliged|required) to)|against the (?:rules?|law|regulations)|(?:under no circumstances|on no account|at no time) (?:may|must|should|can|are|is))\b/,
      ],
      [0.75, /^no (?:\w+ ){1,4}?(?:in|on|inside|at|beyond|past|after|before|without|allowed)\b/],
      [
        0.6,
        /\b(?:must(?:n't| not)?|have to|has to|not allowed|allowed|permitted|forbidden|prohibited|the rule|rules|required|no exceptions?|obliged|compulsory|mandatory|entitled|the law|regulations?|by law|may not|may only)\b/,
      ],
      [
        0.5,
        /\b(?:(?:everybody|everyone|nobody|no one|anyone|anybody|whoever|each|every) (?:\w+ ){0,2}?(?:must|may|has|gets?|goes|pays?|wears?|signs?|takes?|who|climbs?|starts?|stops?|swings?|enters?|uses?|leaves?|brings?|keeps?|person|member|year|visitor|guest|player|child|driver)|who(?:ever)? (?:wants|comes|arrives|leaves|is late|loses|finds))\b/,
      ],
      [
        0.45,
        /\b(?:always|never|only (?:with|after|if|when|on|in|for|from|two|one|members|the)|at all times|as a rule|in this (?:house|club|place|shop|country)|here we|without exception|no (?:\w+ ){1,2}(?:before|after|in|inside|on|without|allowed|at)|is limited to|at most|at least|up to|from now on|until (?:nine|ten|eleven|two|one|noon|midnight)|counts? as|free of charge)\b/,
      ],
      [
        0.35,
        /\b(?:if|when|above|before|after|without|unless) [^,]{4,60}, (?:you|we|it|he|she|they|the|nobody|then|that)\b/,
      ],
      [0.35, /\b(?:you (?:can|may|need|get)|we (?:only|always|never|don't)|may)\b/],
      [
        0.4,
        /\b(?:from (?:now|today|tomorrow)(?: on)?|in such a case|whenever|gets? \w+ed every|(?:goes|go|belongs?|stays?) (?:in|on|with|inside|into|outside|at)\b)/,
      ],
      [
        0.25,
        /\byou (?:only |always |never )?(?!think|know|see|look|were|are|have|want|said|did|got|must|may|need|can)\w+ (?:\w+ ){0,2}(?:for|when|whenever|to|before|after|if|unless)\b/,
      ],
      [-0.4, /\?$/],
      // What the speaker concludes, and what is recommended.
      [
        -0.6,
        /\bmust have (?:been|had|\w+ed|gone|done|come|made|taken|lost|left|known)\b|\b(?:there must|must (?:be|feel) (?:so |very |quite |really |terribly )?(?:tired|hungry|thirsty|joking|kidding|mad|proud|lonely|exhausted|mistaken|wrong|a (?:mistake|joke|dream)))\b/,
      ],
      [-0.5, /\byou (?:must|have to|really must) (?:try|taste|see|visit|meet|hear)\b/],
      [-0.25, /\b(?:i(?:'ll| will|'m|'ve| have| was| had)|my|yesterday|tonight|please)\b/],
    ],
    examples: [
      'Nobody enters the lab without a coat, that is the rule here.',
      'Members may bring one guest, and guests pay at the door.',
      'Dogs must be kept on a lead everywhere in the park.',
      'Whoever comes last locks up and puts the key in the box.',
      'Shoes come off at the entrance, no exceptions.',
      'Anything above thirty kilos has to be lifted by two people.',
      'After ten in the evening there is no music in the yard.',
      'Books can be borrowed for three weeks and renewed once.',
      'You only get the refund if you still have the receipt.',
      'In this kitchen the red boards are for meat and the green ones for vegetables.',
    ],
  },
  {
    id: 'instruction',
    asked:
      /\b(?:instructions?|instruct\w*|directions?|steps?|how to|tutorials?|orders?|commands?|tells? (?:\w+ )?what to do)\b/,
    said: [
      [
        0.6,
        /^(?:(?:now|then|first|next|so|and|okay|please|right|just),? )*(?:peel|slice|wipe|spin|tighten|loosen|pour|bake|get|tell|fill|sink|pick|change|wear|ring|bring|measure|count|switch|screw|unscrew|plug|wash|dry|sit|press|hold|turn|put|take|open|close|cut|fold|push|pull|lift|lower|move|use|give|let (?!me|us)|keep|stir|mix|add|remove|place|set|check|write|look|walk|stand|lie|park|drive|stop|start|read|try|click|select|draw|lock|slap|poke|watch|go|make|bring|wait)\b/,
      ],
      [0.35, /\b(?:you (?:need to|have to|should)|make sure|don't forget)\b/],
    ],
    examples: [
      'Press the red button and hold it for three seconds.',
      'First fold the paper in half, then cut along the line.',
      'Turn left at the church and go on to the bridge.',
    ],
  },
  {
    id: 'advice',
    asked: /\b(?:advi[cs]e\w*|recommend\w*|tips?\b|hints?)\b/,
    said: [
      [
        0.6,
        /\b(?:you (?:should|ought to|could)|i'd (?:recommend|suggest|advise)|if i were you|you'd better|try to|my advice|better to|it helps to|would do you good)\b/,
      ],
    ],
    examples: [
      'If I were you, I would see a doctor.',
      'You should let it rest for a day.',
      'Try it with a little less salt.',
    ],
  },
];

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
const corrections: readonly Cue[] = [
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

export type { Cue, FoundSpan, ReadLine } from './types.ts';
export { strengthOf } from './types.ts';

/** Increase it whenever a cue changes: it is part of the version of the judge that ranks. */
export const CUES = 4;

/** Everything that can be told of a line without judging it. */
export const cues: readonly Cue[] = [
  ...exchanges,
  ...disputes,
  ...corrections,
  ...confidences,
  ...knowledge,
  ...commitments,
  ...feelings,
  ...safety,
  ...rules,
  ...quantities,
  ...talk,
];
