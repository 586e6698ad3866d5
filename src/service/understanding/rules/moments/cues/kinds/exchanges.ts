import { isQuestion, repliesTo } from '../answers.ts';
import { type Cue, type FoundSpan, type ReadLine, strengthOf } from '../types.ts';
import { addressesByName, assignsByName } from '../vocative.ts';
import { commitments } from './commitments.ts';

const patternsOf = (id: string) => commitments.find((cue) => cue.id === id)?.said ?? [];
const PROPOSAL = patternsOf('proposal');
const AGREEMENT = patternsOf('agreement');

/** Lines in which those present may still agree. */
const DISCUSSION = 4;

const NEEDS =
  /\b(?:somebody|someone|anybody|anyone|who(?:'s| is|'ll| will| can| could)|looking for|need(?:s|ed)? (?:somebody|someone|to be|a hand|doing|sewing|painting|fixing|cleaning)|has to be|have to be|should|must be|needs)\b/;
const TAKES =
  /\b(?:i'll (?:do|take|fix|bring|make|write|look|ask|see|print|put|sew|weave|mend|handle|go|get|call|give|send|clean|come|paint|fetch)|i will (?:do|take|fix|bring|make)|i can (?:do|take|fix|bring|make|look)|i'd do it|i'd be happy|put me down|count me in|let me|leave it (?:to|with) me|i've got (?:tools|time)|i volunteer|give it to me|mine)\b/;

/** What is said when something has been decided. */
const ANNOUNCED =
  /\b(?:(?:it|that|this|everything)(?: is|'s|'s all| was) (?:settled|decided|agreed|a deal)|(?:we|the (?:board|committee|council|court|jury|team|group|family))(?: have| has|'ve)?(?: all| now| just)* (?:agreed|decided|resolved) (?!last|yesterday|before|not? )|(?:the|our) decision is|(?:motion|proposal|application|amendment) (?:is|has been|was) (?:carried|adopted|approved|accepted|denied|rejected|granted|dismissed)|(?:motion|it)(?:'s| is) (?:passed|carried)|(?:all|all those|those) in favour|(?:\w+) to (?:one|two|three|nil|none),|so (?:that's|it's) (?:decided|settled|a yes|a no)|so we(?:'ll)? (?:try|do|take|go|keep|repeat|buy|use)|we(?:'ll)? (?:repeat|go (?:with|for|ahead)|take the|keep the|stick (?:to|with))|let's do (?:that|it|this)|that's a deal)\b|^(?:the [\w-]+|[a-z]+day|noon|midnight|(?:half past )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)),? then[.,]|^(?!this|that|here|there|what)(?:[\w-]+ ){1,3}it is[.,!]|^deal[.,!]/;

/** What a decision is made of. */
const PARTS = ['proposal', 'agreement', 'refusal', 'opinion', 'plan', 'task', 'instruction', 'rule'];

/** What is only found in whole exchanges. */
export const exchanges: readonly Cue[] = [
  {
    id: 'answered',
    asked:
      /\b(?:questions? (?:with|and|plus|together with|followed by) (?:(?:its|the|their|an?|what is) )?(?:answer|repl(?:y|ies)|response)s?|(?:asked|asks?) and answer\w*|questions? .{0,40}\banswers? (?:it|them)|q ?& ?a|answers? to (?:a|the) questions?)\b/,
    includes: ['question', 'unanswered', 'request'],
    spans: (lines) => pairs(lines, (line, next) => (isQuestion(line) ? repliesTo(line, next) : 0)),
  },
  {
    id: 'unanswered',
    asked:
      /\b(?:unanswered|left (?:open|hanging)|no (?:reply|answer|response)|nobody (?:answers|replies|responds)|goes unanswered|evasi\w*|evad\w*|dodg\w*|not (?:being )?answered|without (?:an |any )?(?:answer|reply|response)|(?:gets?|receives?) no\b.{0,20}\b(?:reply|answer)|open questions?)\b/,
    includes: ['question', 'answered', 'request'],
    spans: (lines) =>
      lines.flatMap((line, at) => {
        if (!isQuestion(line)) return [];
        const replies = lines
          .slice(at + 1, at + 3)
          .map((next, far) => repliesTo(line, next) * (far === 0 ? 1 : 0.7));
        return [{ from: at, to: at, strength: 1 - Math.max(0, ...replies) }];
      }),
  },
  {
    id: 'question',
    asked: /\b(?:questions?|asks?|asked|inquir\w*|quer(?:y|ies))\b/,
    spans: (lines) =>
      lines.flatMap((line, at) => (isQuestion(line) ? [{ from: at, to: at, strength: 0.9 }] : [])),
  },
  {
    id: 'decision',
    asked:
      /\b(?:decisions?|decid\w*|resolution|resolv\w*|settle[sd]?|everybody agrees|all agree|agreements?|votes?|consensus)\b/,
    includes: PARTS,
    spans: decisions,
  },
  {
    id: 'resolved',
    // Where a rubric asks for those who agree, an announcement is too little.
    asked:
      /\b(?:decisions?|decid\w*|resolutions?|resolv\w*|settle[sd]?)\b(?!.*\b(?:together|agree\w*|everybody|everyone|all|both|joint\w*)\b)/,
    includes: PARTS,
    spans: (lines) =>
      lines.flatMap((line, at) =>
        ANNOUNCED.test(line.text) && !isQuestion(line) ? [{ from: at, to: at, strength: 0.8 }] : [],
      ),
  },
  {
    id: 'volunteered',
    asked: /\bvolunteer\w*|\b(?:takes? (?:it|the (?:job|task|work)) on)\b/,
    includes: ['task', 'promise', 'request', 'plan', 'fault'],
    spans: (lines) =>
      pairs(lines, (line, next) => {
        if (line.speaker !== undefined && line.speaker === next.speaker) return 0;
        return (NEEDS.test(line.text) ? 0.8 : 0.25) * (TAKES.test(next.text) ? 1 : 0);
      }),
  },
  {
    id: 'named',
    qualifies: true,
    asked:
      /\b(?:by name|named (?:person|colleague|individual|member|employee)|for a named|(?:names?|naming) (?:the|a) person)\b/,
    spans: (lines) =>
      lines.flatMap((line, at) =>
        addressesByName(line.written) || assignsByName(line.written) > 0
          ? [{ from: at, to: at, strength: 1 }]
          : [],
      ),
  },
];

function pairs(
  lines: readonly ReadLine[],
  strength: (line: ReadLine, next: ReadLine) => number,
): FoundSpan[] {
  return lines.flatMap((line, at) => {
    const next = lines[at + 1];
    const found = next ? strength(line, next) : 0;
    return found > 0 ? [{ from: at, to: at + 1, strength: found }] : [];
  });
}

/** From each proposal to the last of those who agree. */
function decisions(lines: readonly ReadLine[]): FoundSpan[] {
  return lines.flatMap((line, at) => {
    const proposed = strengthOf(PROPOSAL, line.text);
    if (proposed < 0.4) return [];
    const reach = lines.slice(at + 1, at + 1 + DISCUSSION);
    const agreed = reach.map((next) => {
      const other = next.speaker === undefined || next.speaker !== line.speaker;
      return other && !isQuestion(next) ? strengthOf(AGREEMENT, next.text) : 0;
    });
    const last = agreed.findLastIndex((one) => one >= 0.5);
    if (last < 0) return [];
    const sure = 1 - agreed.reduce((missed, one) => missed * (1 - one), 1);
    return [{ from: at, to: at + 1 + last, strength: proposed * sure }];
  });
}
