import type { Criterion } from '../../../../contract/index.ts';
import { isRecord } from '../../../../contract/record.ts';
import { isStopWord, tokens } from '../../../text/split-words.ts';
import { type Cue, cues } from './cues/index.ts';

/** A rubric as its wording is read. */
export interface Rubric {
  /** The cues that it asks for; each one is enough. Empty: it asks for a subject, or for what no cue is known for. */
  readonly wanted: readonly Cue[];
  /** Whether it asks for what is talked about, rather than for what is done with words. */
  readonly subject: boolean;
  /** The cues that must be there as well. */
  readonly qualifiers: readonly Cue[];
  /** The cues that it excludes. */
  readonly unwanted: readonly Cue[];
  /** What it asks for, without what it excludes: its name, and the clauses of its instructions. */
  readonly title: string;
  readonly clauses: readonly string[];
  /** What it excludes; empty if nothing. */
  readonly excluded: string;
  /** Phrases that it quotes as examples of what it asks for, and of what it excludes; in lower case. */
  readonly quoted: { readonly wanted: readonly string[]; readonly excluded: readonly string[] };
  /** Stems of the content words of what it asks for, without those that ask for a cue: the cue has counted them. */
  readonly stems: ReadonlySet<string>;
}

/**
 * What is excluded: said by a verb of counting, by a predicate that it is not, or by how a clause begins. A clause that only
 * describes something that was not done (`a letter did not arrive`) excludes nothing.
 */
const NEGATED = new RegExp(
  [
    String.raw`\b(?:(?:do|does|did|will|should|must|need) not|don't|doesn't|won't|shouldn't|not(?: to be)?) (?:\w+ )?(?:count|belong|go|qualif|mark|includ|appl|mean|suffice|concern|interest|relevant|enough|meant|sufficient|considered|wanted|to be)`,
    String.raw`\b(?:(?:is|are) not|isn't|aren't) (?:an?|the|enough|meant|sufficient|relevant|wanted|counted|included|of|in|what|\w+s|\w+ \w+s)\b`,
    String.raw`\b(?:leave out|left out|leaves? aside|stays? out|exclud\w*|ignor\w*|skip|rather than|of no interest|never mark|no\b.{0,30}\bcounts?)\b`,
    "^(?:but )?(?:not|no|nor|neither|except|do not|don't|without|other than)\\b",
  ].join('|'),
);
/** What is said to make no difference: neither wanted nor excluded. */
const INDIFFERENT = /\b(?:(?:does|do) not|doesn't|don't|no) matter\b/;
/** Where an exclusion begins within a sentence. */
const TURNS =
  /,? (?=(?:but |and )?(?:not (?:an? |the |when |where |if |by |just |merely |those |in )|except |excluding |leaving out |other than ))|, (?=nor )/;
/** What only says that something is excluded. */
const EXCLUDING =
  /\b(?:(?:do|does|will|should|is|are) not (?:count(?:ed)?|belong|qualify|mark|include[sd]?|apply|enough|meant)(?: (?:here|it|either|as such))?|leave out|stays? out|leaves? aside|exclud\w*|ignore|not where|nor (?:do|does|is|are)?|neither|it when)\b|^(?:but )?(?:not|no|except)\b/g;
const QUOTED = /["“”„]([^"“”„]{3,80})["“”]|(?<![\w])'([^']{3,80})'(?!\w)/g;
const SUBJECT =
  /\b(?:mention\w*|talk(?:s|ed|ing)? (?:about|of)|discuss\w*|topics?|subjects?|(?:is|are) about|speaks? (?:about|of)|spoken of|refers? to|references? to)\b/;
const POINTS = { name: 4, first: 2, later: 0.5 };

/** Words of rubrics about rubrics. */
const FORMAL = new Set(
  `find every place speaker speakers somebody someone people person says say said mark moment moments clip clips count counts recording
  video scene passage line lines segment given stated state others other merely clearly particular thing things something`.split(
    /\s+/,
  ),
);

/** Reads what a criterion asks for: its name, its instructions, its scoring and the fields of its moments. */
export function readRubric({ name, instructions, scoring, moment_schema: schema }: Criterion): Rubric {
  const title = name.replaceAll('_', ' ').toLowerCase();
  const clauses = instructions
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/(?<=[.!?;:])\s+|\n+/)
    .flatMap((one) => one.split(TURNS))
    .filter((one) => /\p{L}/u.test(one) && !INDIFFERENT.test(one));
  const positive = clauses.filter((one) => !NEGATED.test(one));
  const negative = clauses.filter((one) => NEGATED.test(one));
  const [first = title, ...later] = positive;
  const more = [...later, scoring?.description?.toLowerCase() ?? '', ...descriptionsIn(schema)].join(' ');
  const points = new Map(cues.map((cue) => [cue, pointsOf(cue, title, first, more)]));
  const wanted = wantedOf(points);
  const text = [title, ...positive].join('. ');
  const qualifiers = cues.filter((cue) => cue.qualifies && (cue.asked.test(title) || cue.asked.test(first)));
  return {
    wanted,
    subject: wanted.length === 0 && SUBJECT.test(text),
    qualifiers: wanted.length > 0 ? qualifiers : [],
    unwanted: cues.filter(
      (cue) => !cue.qualifies && !wanted.includes(cue) && negative.some((one) => cue.asked.test(one)),
    ),
    title,
    clauses: positive,
    excluded: negative.map((one) => one.replace(EXCLUDING, ' ').trim()).join(' '),
    quoted: { wanted: quotedIn(positive), excluded: quotedIn(negative) },
    stems: new Set(
      tokens(text).flatMap(({ word, stem }) =>
        isStopWord(word) || FORMAL.has(word) || wanted.some(({ asked }) => asked.test(word)) ? [] : [stem],
      ),
    ),
  };
}

function pointsOf({ asked, qualifies }: Cue, title: string, first: string, more: string): number {
  if (qualifies) return 0;
  const place = first.search(asked);
  // What a sentence asks for, it says early.
  const early = place < 0 ? 0 : POINTS.first * (1 - (0.5 * place) / Math.max(1, first.length));
  return (asked.test(title) ? POINTS.name : 0) + early + (asked.test(more) ? POINTS.later : 0);
}

/** The cues with the most points, without those which others include. */
function wantedOf(all: ReadonlyMap<Cue, number>): Cue[] {
  const asked = [...all].filter(([, own]) => own >= 1);
  const isIncluded = (id: string, own: number) =>
    asked.some(([cue, points]) => cue.includes?.includes(id) && points >= own * INCLUDING);
  const apart = asked.filter(([cue, own]) => !isIncluded(cue.id, own));
  const most = Math.max(0, ...apart.map(([, own]) => own));
  return apart.filter(([, own]) => own >= most * NEAR_MOST).map(([cue]) => cue);
}

const NEAR_MOST = 0.75;
/** A cue takes those that it includes with it if the rubric asks for it at least this much as plainly. */
const INCLUDING = 0.5;

function quotedIn(clauses: readonly string[]): string[] {
  return clauses.flatMap((one) =>
    [...one.matchAll(QUOTED)].flatMap(([, double, single]) => (double ?? single ?? '').trim() || []),
  );
}

function descriptionsIn(schema: unknown): string[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  return Object.values(schema.properties).flatMap((field) =>
    isRecord(field) && typeof field.description === 'string' ? [field.description.toLowerCase()] : [],
  );
}
