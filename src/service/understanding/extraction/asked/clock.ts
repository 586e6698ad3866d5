import { readNumber } from '../typed/numbers.ts';

/** A time of day as people say it, and as HH:MM. */
export interface Clock {
  readonly text: string;
  readonly from: number;
  readonly value: string;
}

const HOUR = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|1[0-2]|[1-9]';
const MINUTES = 'five|ten|twenty(?:[\\s-]five)?|5|10|20|25|quarter|a\\s+quarter|half';
const LATER = String.raw`(?:\s*(?:a\.?m\.?|p\.?m\.?)\b|\s+(?:in\s+the\s+(?:morning|afternoon|evening)|at\s+night|tonight))?`;
const PATTERN = new RegExp(
  String.raw`\b(?<minutes>${MINUTES})(?:\s+minutes?)?\s+(?<side>past|to|after|before)\s+(?<hour>${HOUR})\b${LATER}|\b(?<sharp>${HOUR})\s+o['’]?\s?clock\b${LATER}|(?<=\b(?:at|by|until|till|from|before|after|around|about|to|is|for)\s)(?<spoken>${HOUR})[\s-](?<thirty>fifteen|thirty|forty[\s-]five|oh[\s-]five|ten|twenty|forty|fifty)\b(?!\s+(?:percent|people|euros|dollars|pounds|thousand|minutes|metres|meters))${LATER}`,
  'gi',
);

/** The times of day that a text says in words: `half past six`, `a quarter to nine`, `seven o'clock`, `at six thirty`. */
export function clocksIn(text: string): Clock[] {
  return [...text.matchAll(PATTERN)].flatMap(({ 0: said, index, groups = {} }) => {
    const { minutes, side, hour, sharp, spoken, thirty } = groups;
    const base = readNumber(hour ?? sharp ?? spoken ?? '');
    if (base === undefined) return [];
    const more = minutesOf(minutes ?? thirty?.replace(/oh[\s-]/i, '') ?? '');
    const all = base * 60 + (/^(?:to|before)$/i.test(side ?? '') ? -more : more);
    const late = /p\.?m|afternoon|evening|night/i.test(said) && all < 720 ? 720 : 0;
    const early = /a\.?m|morning/i.test(said) && all >= 720 ? -720 : 0;
    const at = (all + late + early + 1440) % 1440;
    const two = (value: number) => String(value).padStart(2, '0');
    return [{ text: said.trim(), from: index, value: `${two(Math.floor(at / 60))}:${two(at % 60)}` }];
  });
}

function minutesOf(said: string): number {
  if (said === '') return 0;
  if (/quarter/i.test(said)) return 15;
  return /half/i.test(said) ? 30 : (readNumber(said) ?? 0);
}
