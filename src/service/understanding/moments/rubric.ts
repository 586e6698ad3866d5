import type { Criterion } from '../../../contract/index.ts';
import { isRecord } from '../../../contract/record.ts';
import { isStopWord, tokens } from '../../text/words.ts';
import { type Cue, cues } from './cues/index.ts';

/** A rubric as its wording is read. */
export interface Rubric {
  /** The cues that it asks for; each one is enough. Empty: it asks for a subject. */
  readonly wanted: readonly Cue[];
  /** The cues that must be there as well. */
  readonly qualifiers: readonly Cue[];
  /** The cues that it excludes. */
  readonly unwanted: readonly Cue[];
  /** What it asks for, without what it excludes: the text whose vector is compared. */
  readonly text: string;
  /** Stems of the content words of that text, without those that ask for a cue: the cue has counted them. */
  readonly stems: ReadonlySet<string>;
}

const NEGATED =
  /\b(?:(?:do|does|did|is|are|will) not\b|don't|doesn't|isn't|aren't|not (?:enough|count\w*|includ\w*|mark\w*|meant|sufficient|relevant)|leave out|leaves? aside|exclud\w*|except|ignor\w*|skip|neither|nor|never mark|not a |rather than|no\b.{0,30}\bcounts?)\b|^not\b/;
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
  const sentences = instructions
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/(?<=[.!?;:])\s+|\n+/)
    .filter((one) => /\p{L}/u.test(one));
  const positive = sentences.filter((one) => !NEGATED.test(one));
  const negative = sentences.filter((one) => NEGATED.test(one));
  const [first = title, ...later] = positive;
  const more = [...later, scoring?.description?.toLowerCase() ?? '', ...descriptionsIn(schema)].join(' ');
  const points = new Map(cues.map((cue) => [cue, pointsOf(cue, title, first, more)]));
  const wanted = wantedOf(points);
  const text = [title, ...positive].join('. ');
  const qualifiers = cues.filter((cue) => cue.qualifies && (cue.asked.test(title) || cue.asked.test(first)));
  return {
    wanted,
    qualifiers: wanted.length > 0 ? qualifiers : [],
    unwanted: cues.filter(
      (cue) => !cue.qualifies && !wanted.includes(cue) && negative.some((one) => cue.asked.test(one)),
    ),
    text,
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
function wantedOf(points: ReadonlyMap<Cue, number>): Cue[] {
  const asked = [...points].filter(([, own]) => own >= 1);
  const included = new Set(asked.flatMap(([cue]) => cue.includes ?? []));
  const apart = asked.filter(([cue]) => !included.has(cue.id));
  const most = Math.max(0, ...apart.map(([, own]) => own));
  const named = most >= POINTS.name;
  return apart.filter(([, own]) => own >= (named ? POINTS.name : most * 0.75)).map(([cue]) => cue);
}

function descriptionsIn(schema: unknown): string[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  return Object.values(schema.properties).flatMap((field) =>
    isRecord(field) && typeof field.description === 'string' ? [field.description.toLowerCase()] : [],
  );
}
