const SMALL = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const NUMBER = `(?:${SMALL}|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)`;
const NUMBERS = new RegExp(
  `\\d+(?:[.,:]\\d+)*|\\b(?:half past |quarter (?:past|to) )?${NUMBER}(?:[ -](?:and |a |point )?(?:${NUMBER}|half|quarter)|\\b-(?=\\w))*\\b`,
  'g',
);
const ORDINAL =
  '(?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\\w+teenth|twentieth|thirtieth|(?:twenty|thirty)-\\w+)';
const DAYS = new RegExp(
  `\\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may(?= |\\.|,|$)|june|july|august|september|october|november|december|noon|midnight|tomorrow|tonight|the (?:first|second)(?=['’]s| of\\b)|the ${ORDINAL})\\b`,
  'g',
);
/** Words that count nothing: `no one`, `that one`, `one of them`. */
const NO_COUNT = /^one$/;

/** The numbers and the days that a line names. */
export interface Figures {
  readonly numbers: readonly string[];
  readonly days: readonly string[];
}

/** @param text in lower case */
export function figuresOf(text: string): Figures {
  const all = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([own]) => own))];
  return { numbers: all(NUMBERS).filter((own) => !NO_COUNT.test(own)), days: all(DAYS) };
}

/** Whether the second line names a figure of a kind that the first one names with another value. */
export function figuresDiffer(one: string, other: string): boolean {
  const [left, right] = [figuresOf(one), figuresOf(other)];
  return (['numbers', 'days'] as const).some(
    (kind) => left[kind].length > 0 && right[kind].some((own) => !left[kind].includes(own)),
  );
}
