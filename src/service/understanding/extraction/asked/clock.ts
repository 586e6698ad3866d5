import { readNumber } from '../numbers.ts';

/** A time of day as people say it, and as HH:MM. */
export interface Clock {
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
export function clocksIn(text: string): Clock[] {
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
