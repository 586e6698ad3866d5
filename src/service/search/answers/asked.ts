/** What a question wants to know, where its words tell. */
export type Asked = 'number' | 'time' | 'person' | 'place' | 'reason';

/** The first that a question has decides; English only. */
const QUESTIONS: readonly (readonly [Asked, RegExp])[] = [
  ['reason', /\b(?:why|how come|what for|reasons?|what (?:caused|led|made|makes))\b/i],
  [
    'time',
    /\b(?:when|what (?:time|day|date|year|month)|which (?:day|date|year|month)|how soon|deadline|due)\b/i,
  ],
  ['person', /\b(?:who|whose|whom|who's)\b/i],
  ['place', /\b(?:where|where's|which (?:room|town|city|place|street|country|building))\b/i],
  [
    'number',
    /\b(?:how (?:many|much|long|big|high|tall|far|wide|heavy|old|deep|fast|large|often|cold|hot|few)|price|costs?|figure|percentage|amount|temperature|number of|surcharge|fee|salary|wage|budget|distance|age)\b/i,
  ],
];

/** The kind of thing that a question asks for; undefined where no word tells. */
export function askedIn(question: string): Asked | undefined {
  const found = QUESTIONS.flatMap(([asked, words]) => {
    const at = question.search(words);
    return at < 0 ? [] : [{ asked, at }];
  });
  return found.sort((one, other) => one.at - other.at)[0]?.asked;
}

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|half|quarter|third|couple|twice|once|none|zero|nothing)\b/i;
const TIME =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|o'clock|noon|midnight|morning|evening|afternoon|tonight|tomorrow|yesterday|today|night|weeks?|months?|years?|days?|hours?|minutes?|spring|summer|autumn|winter|easter|christmas|ago|until|since|past)\b/i;
const PERSON = /\b(?:I|I'm|I've|I'll|me|my|we|we've|our|he|she|his|her|they|him)\b|(?<=\S )\p{Lu}\p{Ll}+/u;
const PLACE =
  /\b(?:in|at|on|by|behind|under|near|beside|between|next to|from|to|above|below|outside|inside|round) (?:the|my|our|a|\p{Lu})/u;
const REASON =
  /\b(?:because|since|so that|so the|so they|so we|due to|otherwise|reason|that's why|in case|trouble|problem|wasn't|wouldn't|didn't|couldn't|can't|too|to \w+)\b/i;

const HOLDS: Readonly<Record<Asked, (text: string) => boolean>> = {
  number: (text) => NUMBER.test(text),
  time: (text) => TIME.test(text) || NUMBER.test(text),
  person: (text) => PERSON.test(text),
  place: (text) => PLACE.test(text),
  reason: (text) => REASON.test(text),
};

/** Whether a line holds such a thing. */
export function holds(asked: Asked, text: string): boolean {
  return HOLDS[asked](text);
}
