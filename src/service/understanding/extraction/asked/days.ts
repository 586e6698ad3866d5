/** A day as people say it, without a calendar form: `Thursday the eighteenth`, `the ninth of June`, `mid July`. */
export interface Day {
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
export function daysIn(text: string): Day[] {
  return [...text.matchAll(DAYS)].map(({ 0: said, index }) => ({ text: said, from: index }));
}
