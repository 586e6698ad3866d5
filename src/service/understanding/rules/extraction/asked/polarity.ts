import { stem } from '../../../../text/stem.ts';
import type { Ground } from './grounds.ts';
import type { Statement } from './said/statements.ts';

/** What a statement says to a yes-or-no question. */
export interface Said {
  readonly value: boolean;
  /** 0..1: how plainly. */
  readonly clear: number;
}

const YES =
  /^(?:(?:oh|well|and|so|hm+|ah|um|uh),?\s+)*(?:yes|yeah|yep|yup|sure|of course|correct|exactly|absolutely|definitely|certainly|indeed|that['’]s right|right|they (?:are|do|did)|it (?:is|does|did|was|has)|he (?:is|does|did)|she (?:is|does|did)|we (?:are|do|did|have)|i (?:am|do|did|have))\b(?!\s*(?:not|n['’]t))/i;
const NO =
  /^(?:(?:oh|well|and|so|hm+|ah|um|uh),?\s+)*(?:no|nope|nah|not (?:at all|really|yet|any ?more|this|that|anymore)|never|unfortunately not|sadly not|i['’]m afraid not|none)\b/i;
/** `no` after a word that it corrects is a correction. */
const NEGATORS =
  /\b(?:not|never|no|nobody|none|neither|nor|cannot|without|hardly|nothing|no one|zero)\b|n['’]t\b/gi;
/** `not only`, `no doubt`, `no problem`, `why not` deny nothing. */
const AFFIRMED =
  /\b(?:not only|not just|no doubt|no problem|no worries|why not|no matter|not to mention|no longer than|no later than|no wonder|isn['’]t it|aren['’]t they|don['’]t you|right, no|no more than)\b/gi;

/** Words that say the opposite of each other. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  [
    'approve accept agree allow permit sign grant confirm authorize authorise okay welcome',
    'reject refuse decline deny forbid ban prohibit veto block turn-down turn-it-down turn-them-down turn-that-down turn-this-down off-limits disallow withdraw said-no oppose against',
  ],
  ['include comes-with contain cover', 'exclude extra separately leave-out left-out on-top free-of'],
  ['success succeed pass work', 'fail failure flop went-wrong'],
  ['win won beat', 'lose lost beaten defeat'],
  ['open', 'closed shut'],
  ['complete finish done ready', 'unfinished incomplete pending outstanding still-waiting not-yet'],
  ['pay paid settle', 'unpaid owe outstanding overdue'],
  ['available free', 'unavailable sold-out fully-booked taken'],
  ['safe', 'unsafe dangerous'],
  ['furnish', 'unfurnished empty'],
  ['hurt injure injury wound harm', 'unhurt unharmed uninjured fine all-right okay safe'],
  ['cancel', 'goes-ahead go-ahead going-ahead still-on take-place'],
  ['delay late', 'on-time on-schedule early in-time'],
  ['remote remotely home', 'on-site in-person in-the-office'],
  ['insure', 'uninsured'],
  ['happy satisfied pleased glad', 'unhappy dissatisfied disappointed annoyed angry'],
  ['recommend', 'avoid stay-away'],
  ['increase rise rose raise grow grew up', 'decrease fall fell drop decline down cut'],
  ['continue keep stay', 'stop quit leave give-up gave-up drop'],
  ['required mandatory must compulsory need', 'optional voluntary no-need'],
  ['agreed agreement unanimous', 'disagree split dispute'],
  ['vegetarian vegan', 'meat beef chicken pork fish ham bacon'],
  ['employed', 'unemployed between-jobs out-of-work'],
  ['married', 'single divorced unmarried'],
  ['guilty', 'innocent acquitted'],
  ['new', 'used second-hand old'],
  ['rain raining wet', 'dry sunny'],
];

interface Group {
  readonly same: readonly (readonly string[])[];
  readonly opposite: readonly (readonly string[])[];
}

const phrases = (text: string) => text.split(' ').map((phrase) => phrase.split('-').map(stem));
const groups: readonly Group[] = OPPOSITES.flatMap(([one, other]) => [
  { same: phrases(one), opposite: phrases(other) },
  { same: phrases(other), opposite: phrases(one) },
]);

/** The ways to say the opposite of what a yes-or-no field's name says, as sequences of stems. */
export function oppositesOf(stems: readonly string[]): (readonly string[])[] {
  return groups
    .filter(({ same }) => same.some((phrase) => phrase.length === 1 && stems.includes(phrase[0] ?? '')))
    .flatMap(({ opposite }) => opposite);
}

/** Ways to say the same with another word of its group. */
export function likesOf(stems: readonly string[]): (readonly string[])[] {
  return groups
    .filter(({ same }) => same.some((phrase) => phrase.length === 1 && stems.includes(phrase[0] ?? '')))
    .flatMap(({ same }) =>
      same.filter((phrase) => !(phrase.length === 1 && stems.includes(phrase[0] ?? ''))),
    );
}

/** A word that is merely near in meaning does not tell which clause is meant. */
const PLAIN = 0.65;

/** The reading of a statement as the answer to a yes-or-no question; undefined for a question. */
export function polarityIn(
  { statement, answers, places }: Ground,
  opposites: readonly (readonly string[])[],
): Said | undefined {
  const { text } = statement;
  if (statement.asks) return undefined;
  if (answers > 0 && NO.test(text)) return { value: false, clear: 1 };
  if (answers > 0 && YES.test(text)) return { value: true, clear: 1 };
  const turned = opposites.some((phrase) => says(statement, phrase));
  const plain = places
    .filter(({ strength }) => strength >= PLAIN)
    .map(({ first }) => statement.words[first]?.from ?? 0);
  const denied = negations(clauseAt(statement, plain)) % 2 === 1;
  return {
    value: turned === denied,
    clear: turned || denied || places.some(({ strength }) => strength === 1) ? 0.7 : 0.3,
  };
}

function says({ words }: Statement, phrase: readonly string[]): boolean {
  return words.some((_, at) => phrase.every((stem, offset) => words[at + offset]?.stem === stem));
}

function negations(text: string): number {
  return [...text.replace(AFFIRMED, ' ').matchAll(NEGATORS)].length;
}

/** The clauses of a statement that hold these places; the whole where none is given. */
function clauseAt({ text }: Statement, at: readonly number[]): string {
  let from = 0;
  const clauses = text
    .split(/(?<=[,;:–])\s+|\s+(?=(?:but|because|although|though|while|and (?:i|we|he|she|they|it|the))\b)/i)
    .map((clause) => {
      const start = text.indexOf(clause, from);
      from = start + clause.length;
      return { clause, start, end: from };
    });
  // Where no word tells which clause is meant, the first one does that says something.
  if (at.length === 0) return clauses.find(({ clause }) => clause.split(/\s+/).length > 2)?.clause ?? text;
  const own = clauses.filter(({ start, end }) => at.some((place) => place >= start && place < end));
  return own.map(({ clause }) => clause).join(' ');
}
