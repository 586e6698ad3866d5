import type { ExtractSchema } from '../../../../../../contract/index.ts';
import { typeOf } from '../../schema-types.ts';
import { type Dimension, dimensionOf, unitNamed } from '../../units.ts';

/** What a candidate value is. */
export type ValueType =
  | 'money'
  | 'percent'
  | 'quantity'
  | 'count'
  | 'year'
  | 'date'
  | 'time'
  | 'person'
  | 'organization'
  | 'place'
  | 'proper'
  | 'code'
  | 'score'
  | 'email'
  | 'url'
  | 'phone'
  | 'phrase'
  | 'choice'
  | 'polarity';

/** How well each type of value suits a field, 0 to 1; a type that is left out never fills it. */
export type Takes = Partial<Readonly<Record<ValueType, number>>>;

/** What a field takes, and the unit or dimension of its numbers. */
export interface Wanted {
  readonly takes: Takes;
  readonly unit?: string;
  readonly dimension?: Dimension;
  /** The part of a date that is asked for. */
  readonly part?: 'month' | 'weekday' | 'day';
}

const PERSON: Takes = { person: 1, proper: 0.6 };
const ORGANIZATION: Takes = { organization: 1, proper: 0.7 };
const PLACE: Takes = { place: 1, proper: 0.6, phrase: 0.4 };
const PROPER: Takes = { proper: 1, phrase: 0.7 };
const WHEN: Takes = { date: 1, time: 0.8 };
const MONEY: Takes = { money: 1, count: 0.4 };
const CODE: Takes = { code: 1, count: 0.6 };
const QUANTITY: Takes = { quantity: 1, count: 0.3 };
const COUNT: Takes = { count: 1 };

const words = (text: string, takes: Takes) =>
  text.split(/\s+/).map((word) => [singular(word), takes] as const);

/** A stem would make an organisation of an organism. */
function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?<=[^sui])s$|(?<=ss|x|ch|sh)es$/, '');
}

/** What fields take, by the head word of their names. */
const HEADS = new Map<string, Takes>([
  ...words(
    `person people attendee participant author character host guest employee actor landlord landlady tenant manager doctor
    physician nurse surgeon patient witness chair chairman chairwoman chairperson owner candidate applicant interviewer
    interviewee teacher instructor coach trainer referee umpire scorer goalscorer captain driver caller contact agent buyer
    seller speaker presenter narrator assignee responsible supervisor boss foreman director leader colleague lawyer
    solicitor judge officer inspector engineer technician plumber electrician mechanic chef cook student pupil player
    keeper goalkeeper opponent winner minister president mayor founder ceo who person victim casualty deputy secretary
    treasurer receptionist advisor adviser mentor sponsor lead organiser organizer moderator reviewer approver reporter
    inventor artist composer sculptor painter director friend neighbour neighbor partner wife husband mother father son
    daughter brother sister successor predecessor assistant`,
    PERSON,
  ),
  ...words(
    `organization organisation company brand institution business employer vendor agency university competitor firm
    supplier manufacturer bank insurer hospital clinic school college team club airline carrier publisher retailer
    contractor subcontractor customer client charity museum authority council party band provider association institute
    department landlord opponent sponsor store shop`,
    ORGANIZATION,
  ),
  ...words(
    `place location city country town venue region landmark destination origin hometown birthplace village site station
    airport port harbour harbor street address where room area county state province island river mountain stadium ground
    hall office building branch stop`,
    PLACE,
  ),
  ...words(
    `programme program show title song book film movie album ship vessel boat pub restaurant hotel dog cat pet horse product game
    project exhibition episode podcast newspaper magazine series event festival beer wine`,
    PROPER,
  ),
  ...words('date day deadline birthday due when expiry month weekday anniversary season', { date: 1 }),
  ...words('time hour', { time: 1, quantity: 0.4 }),
  ...words(
    'start end begin finish opening closing departure arrival completion delivery renewal appointment',
    WHEN,
  ),
  ...words(
    `money price cost fee rent deposit budget salary payment revenue amount wage pay invoice quote premium excess fine penalty
    refund loan debt profit loss turnover donation prize bill charge value expense funding tuition bonus tip fare
    subsidy grant mortgage earnings savings sum usd eur gbp dollar euro`,
    MONEY,
  ),
  ...words('percent percentage pct discount share interest margin', { percent: 1, count: 0.4, money: 0.3 }),
  ...words('rate', { percent: 0.9, money: 0.8, quantity: 0.6, count: 0.5 }),
  ...words('year', { year: 1, date: 0.4 }),
  ...words(
    `distance weight length height width depth temperature speed size volume capacity dosage dose mass area pressure thickness
    diameter altitude`,
    QUANTITY,
  ),
  ...words('duration period term wait delay age warranty guarantee lasting tenure notice', QUANTITY),
  ...words('email mail', { email: 1 }),
  ...words('url uri link website webpage homepage site', { url: 1 }),
  ...words('phone telephone fax mobile', { phone: 1, code: 0.3 }),
  ...words('code id reference ref serial plate version model flight gate platform extension batch lot', CODE),
  ...words('score result', { score: 1, phrase: 0.5, count: 0.3 }),
  ...words('meeting session kickoff lesson visit pickup collection retest exam', {
    date: 1,
    time: 0.9,
    phrase: 0.3,
  }),
  ...words(
    `count quantity attendance attendance headcount servings portions rooms bedrooms bathrooms goals points rating grade rank
    mileage floor page chapter minute`,
    COUNT,
  ),
]);

/** Words of time after which a name asks for a date or a time: `approved_on`, `leaves_at`. */
const TAILS: Readonly<Record<string, Takes>> = {
  by: PERSON,
  on: { date: 1 },
  at: { time: 1, date: 0.7, place: 0.5 },
  until: WHEN,
  since: WHEN,
  from: { place: 1, organization: 0.6, date: 0.6, proper: 0.6 },
  to: { person: 0.8, place: 0.8, organization: 0.6, proper: 0.6 },
  in: { place: 1, date: 0.5 },
};
/** These say what the value is like, not what it is. */
const MODIFIERS = new Set(
  'full first last next total new old main current previous final name title value text exact approximate approx estimated number no local primary own expected planned'.split(
    ' ',
  ),
);

/** The words of a name in any spelling: snake_case, camelCase, kebab-case, with spaces. */
export function nameWords(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/e-?mail/gi, 'email')
    .replace(/follow[\s_-]?up/gi, 'followup')
    .replace(/check[\s_-]?up/gi, 'checkup')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const BY_FORMAT: Readonly<Record<NonNullable<ExtractSchema['format']>, Takes>> = {
  date: { date: 1 },
  'date-time': { date: 1 },
  time: { time: 1, date: 0.5 },
  email: { email: 1 },
  uri: { url: 1 },
  url: { url: 1 },
  phone: { phone: 1 },
};

const DIMENSIONS = new Map<string, Dimension>([
  ...'distance length height width depth altitude thickness diameter'
    .split(' ')
    .map((word): [string, Dimension] => [singular(word), 'length']),
  ...'weight mass dosage dose'.split(' ').map((word): [string, Dimension] => [singular(word), 'mass']),
  ...(['area', 'temperature', 'speed', 'volume'] as const).map((word): [string, Dimension] => [
    singular(word),
    word,
  ]),
  ...'duration period term wait delay age warranty guarantee notice tenure'
    .split(' ')
    .map((word): [string, Dimension] => [singular(word), 'time']),
]);
const CURRENCY = /^(?:usd|eur|gbp|dollars?|euros?|pounds?|cents?|chf|yen)$/;
const PERCENT = /^(?:percent|percentage|pct)$/;

/** What a field takes, by its format, its type, its name and its description, in this order. */
export function wantedBy(name: string, schema: ExtractSchema): Wanted {
  if (schema.format) return { takes: BY_FORMAT[schema.format] };
  if (schema.enum) return { takes: { choice: 1 } };
  const type = typeOf(schema);
  if (type === 'boolean') return { takes: { polarity: 1 } };
  const named = nameWords(name);
  if (type === 'number' || type === 'integer')
    return numberWanted(named, nameWords(schema.description ?? ''));
  const byName = textTakes(named);
  const own = byName === COUNT && !named.some((word) => COUNTED.test(word)) ? COUNTS_OR_TEXT : byName;
  const takes = own ??
    textTakes(opening(schema.description)) ??
    agentTakes(named) ?? { phrase: 1, proper: 0.5, quantity: 0.3, money: 0.3, date: 0.3 };
  return { takes, ...dimensionFor(named), ...partFor(named) };
}

/** A number in what unit, or of what. */
function numberWanted(named: readonly string[], described: readonly string[]): Wanted {
  for (const some of [named, described]) {
    if (some.some((word) => PERCENT.test(word))) return { takes: { percent: 1, count: 0.4 } };
    const rate = some.includes('per');
    if (some.some((word) => CURRENCY.test(word))) return { takes: MONEY };
    const unit = unitIn(rate ? some.slice(0, some.indexOf('per')) : some);
    const head = headOf(named);
    if (unit !== undefined && HEADS.get(singular(head ?? '')) !== MONEY) {
      const dimension = dimensionOf(unit);
      return { takes: { quantity: 1, count: 0.4 }, unit, ...(dimension && { dimension }) };
    }
  }
  const own = textTakes(named);
  if (own === MONEY || own?.percent) return { takes: own };
  if (own?.year) return { takes: { year: 1 } };
  if (own === QUANTITY) return { takes: { quantity: 1, count: 0.6 }, ...dimensionFor(named) };
  const since = named.some((word) => /^(?:until|since|when|built|founded|born|established)$/.test(word));
  if (since) return { takes: { year: 1, count: 0.6 } };
  const told = own ? undefined : described.find((word) => HEADS.get(singular(word)) === MONEY);
  return { takes: told ? MONEY : { count: 1, ...(named.includes('rate') && { money: 0.5, percent: 0.5 }) } };
}

const UNIT_WORDS = new Set(['c', 'f', 'm', 'g', 'l', 'h', 's']);
const SHORT: Readonly<Record<string, string>> = {
  c: '°C',
  f: '°F',
  celsius: '°C',
  fahrenheit: '°F',
  m: 'meters',
  g: 'grams',
  l: 'liters',
  h: 'hours',
  hrs: 'hours',
  mins: 'minutes',
  secs: 'seconds',
  sqm: 'square meters',
  m2: 'square meters',
  s: 'seconds',
  yrs: 'years',
};

/** The unit at the end of a name, or anywhere in it where it is no abbreviation. */
function unitIn(some: readonly string[]): string | undefined {
  const last = some.at(-1) ?? '';
  const short = SHORT[last];
  if (short && (!UNIT_WORDS.has(last) || some.length > 1)) return unitNamed(short) ?? short;
  // A `build_year` counts no years.
  const counting = some.filter(
    (word) => !/^(?:second|minute|hour|day|week|month|year|degree|pound|foot)$/.test(word),
  );
  const found = counting.map((word) => unitNamed(SHORT[word] && !UNIT_WORDS.has(word) ? SHORT[word] : word));
  const units = found.filter((unit) => unit !== undefined && dimensionOf(unit) !== 'count');
  return units.at(-1);
}

function dimensionFor(named: readonly string[]): { dimension?: Dimension } {
  const dimension = named.map((word) => DIMENSIONS.get(singular(word))).findLast((one) => one !== undefined);
  return dimension ? { dimension } : {};
}

function partFor(named: readonly string[]): { part?: 'month' | 'weekday' | 'day' } {
  const last = named.at(-1);
  return last === 'month' || last === 'weekday' ? { part: last } : {};
}

function textTakes(named: readonly string[]): Takes | undefined {
  if (named.length === 0) return undefined;
  const last = named.at(-1) ?? '';
  const tail = named.length > 1 && Object.hasOwn(TAILS, last) ? TAILS[last] : undefined;
  if (tail) return tail;
  if (named[0] === 'how' && /^(?:many|much)$/.test(named[1] ?? ''))
    return { count: 1, money: 0.8, quantity: 0.8 };
  if (named[0] === 'how' && named[1] === 'long') return QUANTITY;
  const of = named.indexOf('of');
  const numbered = named.some((word) => word === 'number' || word === 'no');
  const head = headOf(named);
  const known = head === undefined ? undefined : HEADS.get(singular(head));
  if (numbered) {
    if (of > 0) return COUNT;
    return known?.phone ? known : CODE;
  }
  if (named.includes('name') || named.includes('title')) {
    const owner = named.filter((word) => word !== 'name' && word !== 'full' && word !== 'of');
    const role = HEADS.get(singular(owner.at(-1) ?? ''));
    if (role && (role.person || role.organization || role.place)) return role;
    return { proper: 1, person: 0.7, organization: 0.7, place: 0.5, phrase: 0.6 };
  }
  return known;
}

/** The word that says what a name is: the last one, before `of` or `per`. */
function headOf(named: readonly string[]): string | undefined {
  const of = named.findIndex((word, at) => at > 0 && (word === 'of' || word === 'per' || word === 'for'));
  const head = (of > 0 ? named.slice(0, of) : named).filter((word) => !MODIFIERS.has(word));
  return head.at(-1);
}

const COUNTED = /^(?:number|count|many|how|attendance|headcount|servings?|portions?|quantity|mileage)$/;
const COUNTS_OR_TEXT: Takes = { count: 0.6, phrase: 0.8 };
/** `conservator`, `beekeeper`: somebody who does something. */
function agentTakes(named: readonly string[]): Takes | undefined {
  const agent = /(?:[^aeiou]er|or|ist|ian|man|woman|keeper|maker)$/.test(named.at(-1) ?? '');
  return agent ? { person: 0.8, proper: 0.5, organization: 0.4, phrase: 0.7 } : undefined;
}

/** The first words of a description, up to where it goes on: "Name of the person who ..." */
function opening(description = ''): string[] {
  const first = /^[^,.;:(]*/.exec(description)?.[0] ?? '';
  const plain = first
    .replace(/\b(?:the|a|an|their|its|his|her)\b/gi, ' ')
    .split(/\b(?:who|that|which|when|where|if|to be)\b/i)[0];
  return nameWords(plain ?? '');
}
