/**
 * Keeps of a judgement only what holds: a JudgeRequest and what a judge claims come in; moments and findings that pass
 * go out, with the count of what was dropped.
 */

import { findingKinds, type Modality } from '../../../../contract/index.ts';
import { isRecord } from '../../../../contract/record.ts';
import type {
  Evidence,
  JudgedFinding,
  JudgedMoment,
  Judgement,
  JudgeRequest,
  SpeakerFilter,
} from '../../../understanding/rules/moments/port.ts';

type Data = Readonly<Record<string, unknown>>;

/** A schema that passed the contract's check: an object of scalars and of arrays of scalars. */
interface Schema {
  readonly properties: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
}

interface Field {
  readonly type: string;
  readonly enum?: readonly unknown[];
  readonly items?: Field;
}

/**
 * The fields that match a schema. A field that does not match is left out.
 * @returns undefined without data or without a schema; `invalid` if a required field is missing
 */
function checkedData(schema: unknown, data: Data | undefined): Data | undefined | 'invalid' {
  if (schema === undefined || data === undefined) return undefined;
  const { properties, required = [] } = schema as Schema;
  const kept = Object.entries(data).filter(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return field !== undefined && matches(field, value);
  });
  const found = new Set(kept.map(([name]) => name));
  if (!isRecord(data) || !required.every((name) => found.has(name))) return 'invalid';
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function matches(field: Field, value: unknown): boolean {
  if (field.type === 'array') {
    const { items } = field;
    return items !== undefined && Array.isArray(value) && value.every((item) => matches(items, item));
  }
  return isOfType(field.type, value) && (field.enum === undefined || field.enum.includes(value));
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  return typeof value === type;
}

/** Text in quotation marks of any kind; an apostrophe is none. */
const QUOTED = /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»/gu;

/** The lines that are cited, each once and in order, if they are there and of a signal that was asked for. */
function citedIn(
  lines: readonly Evidence[],
  indices: readonly number[],
  signals: readonly Modality[],
): Evidence[] {
  return lines.filter(({ index, signal }) => indices.includes(index) && signals.includes(signal));
}

/** Whether everything that a text has in quotation marks was said or shown in these lines. */
function quotesHold(text: string, lines: readonly Evidence[]): boolean {
  const quotes = [...text.matchAll(QUOTED)].map((match) => match.slice(1).find(Boolean) ?? '');
  if (quotes.length === 0) return true;
  const said = plain(lines.map((line) => line.text).join(' '));
  return quotes.every((quote) => partsOf(quote).every((part) => said.includes(plain(part))));
}

/** A quote may leave words out, with an ellipsis in their place. */
function partsOf(quote: string): string[] {
  return quote.split(/\[?(?:…|\.\.\.)\]?/u).filter((part) => plain(part) !== '');
}

/** Words in lower case, without punctuation: a quote may begin and end anywhere. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Those who speak in these lines, each once. */
function speakersIn(lines: readonly Evidence[]): string[] {
  const named = lines.flatMap(({ signal, speaker }) =>
    signal === 'speech' && speaker !== undefined ? [speaker] : [],
  );
  return [...new Set(named)];
}

/** Whether a moment with these speakers passes a filter. Names match whatever their case. */
function speakersAllowed(speakers: readonly string[], filter: SpeakerFilter | undefined): boolean {
  const { include = [], exclude = [], match = 'any' } = filter ?? {};
  const present = new Set(speakers.map(folded));
  const speaks = (name: string) => present.has(folded(name));
  if (exclude.some(speaks)) return false;
  if (include.length === 0) return true;
  return match === 'all' ? include.every(speaks) : include.some(speaks);
}

function folded(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** Times that differ by less are equal, in seconds: judges compute with fractions. */
const ABOUT = 0.001;

/** A moment with what holds of it; undefined if it does not hold as a whole. */
function checkedMoment(request: JudgeRequest, moment: JudgedMoment): JudgedMoment | undefined {
  const times = checkedTimes(request, moment);
  if (!times || !isRank(moment.rank) || !isScored(request, moment.score)) return undefined;
  const within = request.evidence.filter((line) => overlaps(line, times));
  const cited = citedIn(within, moment.evidence, request.signals);
  if (cited.length === 0 || moment.title.trim() === '') return undefined;
  if (!quotesHold(moment.reason, within) || !quotesHold(moment.title, within)) return undefined;
  const speakers = speakersIn(within);
  if (!speakersAllowed(speakers, request.speakerFilter)) return undefined;
  const anchors = checkedAnchors(request, moment, times);
  const data = checkedData(request.criterion.moment_schema, moment.data);
  if (!anchors || data === 'invalid') return undefined;
  return {
    ...times,
    title: moment.title,
    reason: moment.reason,
    rank: moment.rank,
    ...(request.criterion.scoring && moment.score !== undefined && { score: moment.score }),
    evidence: cited.map(({ index }) => index),
    speakers,
    ...(Object.keys(anchors).length > 0 && { anchors }),
    ...(data && { data }),
  };
}

interface Times {
  readonly start: number;
  readonly end: number;
}

function checkedTimes(
  { duration, minDuration, maxDuration }: JudgeRequest,
  { start, end }: Times,
): Times | undefined {
  if (!Number.isFinite(start) || !Number.isFinite(end)) return undefined;
  if (start < -ABOUT || end > duration + ABOUT) return undefined;
  const length = end - start;
  if (length <= 0 || length < minDuration - ABOUT || length > maxDuration + ABOUT) return undefined;
  return { start: Math.max(0, start), end: Math.min(duration, end) };
}

/** Whether a line is said or shown during a moment; one that only touches it is not. */
function overlaps(line: Evidence, { start, end }: Times): boolean {
  // A text may be shown in a single picture, at one point in time.
  if (line.start === line.end) return line.start >= start && line.start <= end;
  return line.start < end - ABOUT && line.end > start + ABOUT;
}

function isRank(rank: number): boolean {
  return rank >= 0 && rank <= 1;
}

/** A criterion with scoring needs a score in its range. */
function isScored({ criterion: { scoring } }: JudgeRequest, score: number | undefined): boolean {
  return scoring === undefined || (score !== undefined && score >= scoring.min && score <= scoring.max);
}

/** The anchors that the criterion has and that lie in the moment; undefined if a required one is missing. */
function checkedAnchors(
  { criterion }: JudgeRequest,
  { anchors: given = {} }: JudgedMoment,
  { start, end }: Times,
): Record<string, number> | undefined {
  const kept: Record<string, number> = {};
  for (const [name, { required }] of Object.entries(criterion.anchors ?? {})) {
    const time = Object.hasOwn(given, name) ? given[name] : undefined;
    const holds =
      typeof time === 'number' && Number.isFinite(time) && time >= start - ABOUT && time <= end + ABOUT;
    if (holds) kept[name] = time;
    else if (required) return undefined;
  }
  return kept;
}

/** A finding with what holds of it; undefined if it does not hold as a whole. */
function checkedFinding(request: JudgeRequest, finding: JudgedFinding): JudgedFinding | undefined {
  const { kind, text } = finding;
  if (!findingKinds.includes(kind) || text.trim() === '') return undefined;
  const cited = citedIn(request.evidence, finding.evidence, request.signals);
  // What was observed must have been observed somewhere.
  if (kind === 'observation' && cited.length === 0) return undefined;
  // An absence may name in quotes what was looked for: that is not in the file.
  if (kind === 'observation' && !quotesHold(text, request.evidence)) return undefined;
  const data = checkedData(request.criterion.finding_schema, finding.data);
  if (data === 'invalid') return undefined;
  return { kind, text, evidence: cited.map(({ index }) => index), ...(data && { data }) };
}

/** What holds of a judgement, and how much did not. */
export interface Validated extends Judgement {
  readonly dropped: number;
}

/**
 * Keeps what a judge may claim: moments inside the file, of allowed lengths and speakers, with scores in range, quotes that
 * were said or shown at that second, and properties of their schema. Everything else is dropped and nothing is added,
 * whoever judged.
 */
export function validate(request: JudgeRequest, { moments, findings, notes }: Judgement): Validated {
  const kept = moments.flatMap((one) => checkedMoment(request, one) ?? []);
  const said = findings.flatMap((one) => checkedFinding(request, one) ?? []);
  return {
    moments: kept.sort((one, other) => one.start - other.start || one.end - other.end),
    findings: said,
    notes,
    dropped: moments.length - kept.length + findings.length - said.length,
  };
}
