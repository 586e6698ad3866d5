const SMALL = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const NUMBER = `(?:${SMALL}|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)`;
const NUMBERS = new RegExp(
  `\\d+(?:[.,:]\\d+)*|\\b${NUMBER}(?:[ -](?:and |a |point )?(?:${NUMBER}|half|quarter)|\\b-(?=\\w))*\\b`,
  'g',
);
const ORDINAL =
  '(?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\\w+teenth|twentieth|thirtieth|(?:twenty|thirty)-\\w+)';
const DAYS = new RegExp(
  `\\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may(?= |\\.|,|$)|june|july|august|september|october|november|december|tomorrow|tonight|the (?:first|second)(?=['’]s| of\\b)|the ${ORDINAL})\\b`,
  'g',
);
const TIMES = new RegExp(
  `\\b(?:noon|midnight|(?:half past|quarter (?:past|to)) ${NUMBER}|${NUMBER} o'clock|at ${NUMBER}(?= (?:any|in|on|then)\\b|[.,?!]|$))`,
  'g',
);
/** Words that count nothing: `no one`, `that one`, `one of them`. */
const NO_COUNT = /^one$/;
const KINDS = { times: TIMES, days: DAYS, numbers: NUMBERS };

/** A figure that a line names: its kind, how it is said, and where. */
export interface Figure {
  readonly kind: keyof typeof KINDS;
  readonly said: string;
  readonly at: number;
}

/** @param text in lower case */
export function figuresOf(text: string): Figure[] {
  const found: Figure[] = [];
  for (const kind of ['times', 'days', 'numbers'] as const)
    for (const { 0: said, index: at } of text.matchAll(KINDS[kind])) {
      const taken = found.some((one) => at < one.at + one.said.length && at + said.length > one.at);
      if (!taken && !NO_COUNT.test(said)) found.push({ kind, said, at });
    }
  return found.sort((one, other) => one.at - other.at);
}

/** Whether the second line names a figure of a kind that the first one names with another value. */
export function figuresDiffer(one: string, other: string): boolean {
  const left = figuresOf(one);
  return figuresOf(other).some(({ kind, said }) => {
    const same = left.filter((own) => own.kind === kind);
    return same.length > 0 && !same.some((own) => own.said === said);
  });
}

/** Whether the second line takes up a figure of the first one. */
export function figureRepeated(one: string, other: string): boolean {
  const left = new Set(figuresOf(one).map(({ said }) => said));
  return figuresOf(other).some(({ said }) => left.has(said));
}
