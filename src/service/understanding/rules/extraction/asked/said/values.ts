import nlp from 'compromise';
import { isStopWord } from '../../../../../text/split-words.ts';
import { stem } from '../../../../../text/stem.ts';
import { readNumber } from '../../numbers.ts';
import type { EntityType, Mention } from '../../types.ts';
import { countedIn, labelBefore, nounsAfter } from './numbers.ts';
import type { Statement } from './statements.ts';
import type { ValueType } from './takes.ts';

/** A time of day as people say it, and as HH:MM. */
interface Clock {
  readonly text: string;
  readonly from: number;
  readonly value: string;
  /** A number alone: `at nine`. */
  readonly bare?: boolean;
}

const HOUR = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|1[0-2]|[1-9]';
const MINUTES =
  '(?:three|five|eight|ten|twelve|eighteen|two|four|six|seven|nine|twenty)(?:[\\s-](?:one|two|three|four|five|six|seven|eight|nine))?|[1-5]?\\d|quarter|a\\s+quarter|half';
const LATER = String.raw`(?:\s*(?:a\.?m\.?|p\.?m\.?)\b|\s+(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night|tonight))?`;
const BEFORE = String.raw`(?<=\b(?:at|by|until|till|from|before|after|around|about|to|is|for|was|since|past|not before|it['’]s|it is)\s)`;
const FIRST = `(?:^|${BEFORE})`;
const COUNTED = String.raw`(?!\s+(?:percent|per|people|euros?|dollars?|pounds?|thousand|hundred|million|minutes?|hours?|days?|weeks?|months?|years?|met|kilo|degrees|of|or|to\s+(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|and|times|points?|more|less|other)|[.,]?\d|[\s-](?:fif\p{L}*|thir\p{L}*|for\p{L}*|twen\p{L}*|oh|one|two|three|four|five|six|seven|eight|nine)\b)`;
const PATTERN = new RegExp(
  [
    String.raw`\b(?<minutes>${MINUTES})(?:\s+minutes?)?\s+(?<side>past|to|after|before)\s+(?<hour>${HOUR}|noon|midnight|midday)\b${LATER}`,
    String.raw`\b(?<sharp>${HOUR})\s+o['’]?\s?clock\b${LATER}`,
    String.raw`${FIRST}(?<spoken>${HOUR}|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty(?:[\s-](?:one|two|three))?)[\s-](?<thirty>fifteen|thirty(?:[\s-]five)?|forty(?:[\s-]five)?|oh[\s-]five|ten|twenty(?:[\s-]five)?|fifty(?:[\s-]five)?)\b${COUNTED}${LATER}`,
    String.raw`${BEFORE}(?<bare>${HOUR})\b${COUNTED}${LATER}`,
    String.raw`\b(?<named>noon|midnight|midday)\b`,
  ].join('|'),
  'giu',
);

/** The times of day that a text says in words: `half past six`, `a quarter to nine`, `seven o'clock`, `at six thirty`. */
function clocksIn(text: string): Clock[] {
  return [...text.matchAll(PATTERN)].flatMap(({ 0: said, index, groups = {} }) => {
    const { minutes, side, hour, sharp, spoken, thirty, bare, named } = groups;
    const base = hourOf(hour ?? sharp ?? spoken ?? bare ?? named ?? '');
    if (base === undefined) return [];
    const more = minutesOf(minutes ?? thirty?.replace(/oh[\s-]/i, '') ?? '');
    const all = base * 60 + (/^(?:to|before)$/i.test(side ?? '') ? -more : more);
    const late = /p\.?m|afternoon|evening|night/i.test(said) && all < 720 ? 720 : 0;
    const early = /a\.?m|morning/i.test(said) && all >= 720 ? -720 : 0;
    const at = (all + late + early + 1440) % 1440;
    const two = (value: number) => String(value).padStart(2, '0');
    return [
      {
        text: said.trim(),
        from: index,
        ...(bare && { bare: true }),
        value: `${two(Math.floor(at / 60))}:${two(at % 60)}`,
      },
    ];
  });
}

function hourOf(said: string): number | undefined {
  if (/midnight/i.test(said)) return 24;
  return /noon|midday/i.test(said) ? 12 : readNumber(said);
}

function minutesOf(said: string): number {
  if (said === '') return 0;
  if (/quarter/i.test(said)) return 15;
  return /half/i.test(said) ? 30 : (readNumber(said) ?? 0);
}

/** A day as people say it, without a calendar form: `Thursday the eighteenth`, `the ninth of June`, `mid July`. */
interface Day {
  readonly text: string;
  readonly from: number;
}

const MONTH = '(?:January|February|March|April|May|June|July|August|September|October|November|December)';
const WEEKDAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';
const ORDINAL =
  '(?:\\d{1,2}(?:st|nd|rd|th)|(?:(?:twenty|thirty)[\\s-])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth)';
const YEAR = '(?:,?\\s+(?:19|20)\\d\\d)?';
const DAYS = new RegExp(
  [
    String.raw`\b(?:${WEEKDAY},?\s+(?:the\s+)?)?${ORDINAL}\s+(?:of\s+)?${MONTH}\b${YEAR}`,
    String.raw`\b(?:${WEEKDAY},?\s+)?${MONTH}\s+(?:the\s+)?(?:${ORDINAL})\b${YEAR}`,
    String.raw`\b${WEEKDAY},?\s+(?:the\s+)?${ORDINAL}\b`,
    String.raw`\b(?:mid|early|late|end\s+of|middle\s+of|beginning\s+of|start\s+of|the\s+end\s+of)[\s-](?:next\s+|this\s+)?(?:${MONTH}|week|month|year|term|quarter|summer|spring|autumn|winter)\b`,
    String.raw`(?<=\b(?:the|on|until|by|till|before|from|to)\s+(?:the\s+)?)(?:twenty[\s-](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|(?:four|fif|six|seven|eigh|nine)teenth|thirteenth|twelfth|eleventh|tenth|twentieth|thirtieth|\d{1,2}(?:st|nd|rd|th))\b(?!\s+(?:century|floor|time|place|birthday|minute|row|\p{L}+(?:er|est)\b))`,
  ].join('|'),
  'giu',
);

/** The days that a text says in words. */
function daysIn(text: string): Day[] {
  return [...text.matchAll(DAYS)].map(({ 0: said, index }) => ({ text: said, from: index }));
}

/** Something in a statement that a field may take. */
export interface Value {
  readonly type: ValueType;
  readonly text: string;
  /** In characters of the statement. */
  readonly from: number;
  /** Of what is said there, where it is not the text itself. */
  readonly length?: number;
  readonly number?: number;
  readonly unit?: string;
  /** Machine-readable: an ISO 8601 date, HH:MM, an E.164 number. */
  readonly form?: string;
  /** What a number counts: the stems that follow it. */
  readonly nouns?: readonly string[];
  readonly ordinal?: boolean;
  /** Whether it is for each of something: `8 euros a flat`. */
  readonly rate?: boolean;
  /** The word that a number is the label of: `room 6`. */
  readonly label?: string;
  /** A number that may be a time of day: `at nine`. */
  readonly bare?: boolean;
}

const TYPES: Partial<Readonly<Record<EntityType, ValueType>>> = {
  people: 'person',
  places: 'place',
  organizations: 'organization',
  dates: 'date',
  times: 'time',
  money: 'money',
  percentages: 'percent',
  quantities: 'quantity',
  emails: 'email',
  urls: 'url',
  phone_numbers: 'phone',
};

/** The typed values of a statement. @param mentions those of its passage */
export function valuesIn(statement: Statement, mentions: readonly Mention[]): Value[] {
  const { text, from: start } = statement;
  const typed = mentions.flatMap((mention) => {
    const from = mention.from - start;
    const type = TYPES[mention.type];
    if (
      !type ||
      mention.from < 0 ||
      from < 0 ||
      /^['’]/.test(mention.text) ||
      from + mention.text.length > text.length
    )
      return [];
    return [typedValue(type, mention, from, text)];
  });
  const found: Value[] = [...typed];
  const free = (from: number, length: number) =>
    !found.some((one) => from < one.from + one.text.length && from + length > one.from);
  for (const { text: said, from } of daysIn(text))
    if (makesRoom(found, from, said.length)) found.push({ type: 'date', text: said, from });
  for (const { text: said, from, value, bare } of clocksIn(text))
    if (bare ? free(from, said.length) : makesRoom(found, from, said.length))
      found.push({ type: 'time', text: said, from, form: value, ...(bare && { bare }) });
  for (const score of scoresIn(text)) if (free(score.from, score.text.length)) found.push(score);
  for (const { unit, year, ...one } of countedIn(text)) {
    const hour = found.find(({ bare, from }) => bare && from === one.from);
    if (!hour && !free(one.from, one.text.length)) continue;
    if (year) found.push({ type: 'year', ...one });
    const nouns = nounsAfter(text, one.from + one.text.length);
    const label = labelBefore(text, one.from);
    found.push(
      unit === undefined
        ? { type: 'count', ...one, nouns, ...(label && { label }) }
        : { type: 'quantity', ...one, unit },
    );
  }
  found.push(...codesIn(text), ...labelledIn(text), ...speakerIn(statement, mentions));
  for (const name of properIn(text)) if (free(name.from, name.text.length)) found.push(name);
  return found.flatMap(withYear);
}

function typedValue(type: ValueType, { text, value, unit }: Mention, from: number, whole: string): Value {
  const amount = typeof value === 'number' ? { number: value } : {};
  const form = typeof value === 'string' ? { form: value } : {};
  const nouns =
    unit === 'people' ? { nouns: [...stemsOf(text), ...nounsAfter(whole, from + text.length)] } : {};
  const rate =
    type === 'money' && /^\s+(?:an?|per|each|every|apiece)\b/i.test(whole.slice(from + text.length));
  const counts = unit === 'people' && type === 'quantity';
  return {
    type: counts ? 'count' : type,
    text,
    from,
    ...amount,
    ...form,
    ...(unit && { unit }),
    ...nouns,
    ...(rate && { rate }),
  };
}

const stemsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .map(stem);

/** Whether a text may be taken as a whole: what is inside it, and shorter, gives way. */
function makesRoom(found: Value[], from: number, length: number): boolean {
  const inside = found.filter((one) => one.from < from + length && one.from + one.text.length > from);
  if (inside.some((one) => one.text.length > length)) return false;
  for (const one of inside) found.splice(found.indexOf(one), 1);
  return true;
}

/** Who says of themselves what is asked for: `I'll do it`. */
function speakerIn({ text }: Statement, mentions: readonly Mention[]): Value[] {
  const self = /\b(?:I|me|my|mine|myself)\b/.exec(text);
  const speaker = mentions.find(({ type, from }) => type === 'people' && from < 0);
  return self && speaker
    ? [{ type: 'person', text: speaker.text, from: self.index, length: self[0].length }]
    : [];
}

const LABELLED =
  /\b(?:block|room|unit|gate|hall|building|wing|ward|bay|zone|sector|level|floor|platform|track|pier|dock|warehouse|plot|house|flat|apartment|section|corridor|lab|studio|station|aisle|shed|field|lane|stand|car park)\s+(?:[A-Z]\d*\b|\d+[A-Za-z]?\b|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)|\b(?:\p{Lu}[\p{L}'-]+\s+)+(?:Street|Road|Avenue|Lane|Square|Close|Drive|Way|Place|Terrace)(?:\s+(?:\d+\w?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)?|\b\d+\w?\s+(?:\p{Lu}[\p{L}'-]+\s+)+(?:Street|Road|Avenue|Lane|Square|Close|Drive|Way|Place|Terrace)\b/gu;

/** Places by their letter or number: `block C`, `Lark Street nine`. */
function labelledIn(text: string): Value[] {
  return [...text.matchAll(LABELLED)].map(({ 0: said, index }) => ({
    type: 'place',
    text: said,
    from: index,
  }));
}

/** A date with a year is also a year. */
function withYear(value: Value): Value[] {
  const year = value.type === 'date' ? /\b(?:1[5-9]|20)\d\d\b/.exec(value.text) : null;
  if (!year) return [value];
  return [value, { type: 'year', text: year[0], from: value.from + year.index, number: Number(year[0]) }];
}

const SMALL = 'nil|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,3}';
const SCORE = new RegExp(
  String.raw`\b(?<home>${SMALL})(?:\s?[-–—:]\s?|\s+(?:to|all)\s+|\s+)(?<away>nil|love)\b|\b(?<first>\d{1,3})\s?[-–—]\s?(?<second>\d{1,3})\b(?!\s*(?:percent|people|minutes|euros|dollars|kilo))|\b(?<won>${SMALL})\s+(?:to|all|-)\s+(?<lost>${SMALL})\b|\b(?<level>${SMALL})\s+all\b`,
  'gi',
);

function scoresIn(text: string): Value[] {
  return [...text.matchAll(SCORE)].map(({ 0: said, index }) => ({ type: 'score', text: said, from: index }));
}

const CODE =
  /\b(?=[A-Za-z\d/-]*\d)(?:[A-Z]{1,5}[-\s/]?\d[\dA-Z/-]*|\d+[A-Z]{1,3}(?:[-/]?\d+)*|\d{2,}(?:[-/]\d+)+)\b|(?<=\b(?:number|code|reference|room|gate|platform|flight|policy|order|ticket|track|hall|bay|unit|ward|line|version|model|chapter|page)\s(?:is\s)?)[A-Z]?\d[\dA-Z.-]*\b/g;

function codesIn(text: string): Value[] {
  return [...text.matchAll(CODE)].map(({ 0: said, index }) => ({ type: 'code', text: said, from: index }));
}

const PROPER =
  /\p{Lu}[\p{L}\p{N}'’&-]*\.?(?:\s+(?:(?:of|the|de|van|von|der|and|&)\s+)?\p{Lu}[\p{L}\p{N}'’-]*){0,5}/gu;
const OPENERS =
  /^(?:(?:And|But|So|Well|Yes|No|Okay|OK|Then|Now|Hi|Hello|Dear|Thanks|Thank|Please|Good|Right|Sorry|The|A|An|My|Our|Your|His|Her|Their|This|That|It|I|We|You|He|She|They|What|Who|When|Where|Why|How|If|In|On|At|For|From|To|With|Is|Are|Was|Do|Did|Can|Could|Will|Would|Let|As|By|Of|Not|All|One|Two|There|Here|Just|Also|Because|After|Before|Once)\b[\s,]*)+/;
const CALENDAR =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|I|I['’]\p{L}+|OK|Okay|Mr|Mrs|Ms|Dr|TV|PM|AM)\.?$/u;

/** Names with capitals. The first word of a sentence has one whatever it is: it counts where more follow, or none is common. */
function properIn(text: string): Value[] {
  if (!/\p{Ll}/u.test(text)) return [];
  return [...text.matchAll(PROPER)].flatMap(({ 0: whole, index }) => {
    const skipped = OPENERS.exec(whole)?.[0].length ?? 0;
    const said = whole
      .slice(skipped)
      .replace(/['’]s$|['’&.-]+$/u, '')
      .trim();
    const from = index + whole.indexOf(said, skipped);
    if (said.length < 2 || CALENDAR.test(said) || isStopWord(said.toLowerCase())) return [];
    const opens = from === 0 || /[.!?…]["'”’)]?\s*$/.test(text.slice(0, from));
    if (opens && !/\s/.test(said) && !isUncommon(said)) return [];
    return [{ type: 'proper', text: said, from }];
  });
}

/** Whether a word is known as nothing but a name. */
function isUncommon(word: string): boolean {
  return (
    nlp(word.toLowerCase()).has('#ProperNoun') ||
    (nlp(word).has('#ProperNoun') &&
      !nlp(word.toLowerCase()).has(
        '(#Verb|#Adjective|#Adverb|#Preposition|#Conjunction|#Determiner|#Pronoun|#Expression|#Plural)',
      ))
  );
}
