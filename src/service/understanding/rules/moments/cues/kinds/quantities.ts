import { type Cue, type Pattern, type ReadLine, strengthOf } from '../types.ts';

const NUMBER =
  '(?:\\d[\\d.,]*|(?:a |one |two |three |four |five |six |seven |eight |nine |ten )?(?:half|quarter|third) (?:of )?an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)';
const UNIT =
  '(?:milli|centi|kilo|micro)?(?:met(?:re|er)s?|grams?|lit(?:re|er)s?|watts?|volts?|amps?|hertz)|mm|cm|km|kg|mg|ml|kilos?|pounds?|ounces?|stone|tons?|tonnes?|inch(?:es)?|feet|foot|yards?|miles?|acres?|hectares?|gallons?|pints?|cups?|spoon(?:ful)?s?|teaspoons?|tablespoons?|drops?|degrees?|celsius|fahrenheit|percent|per cent|bars?|knots?|decibels?|units|units a year|kilometres an hour|miles an hour|revolutions|calories';
const CURRENCY = 'euros?|dollars?|cents?|pence|penny|pounds?|francs?|crowns?|pesos?|rupees?|yen|coins?';

const measure = new RegExp(`\\b${NUMBER}(?:[ -](?:and a half|${NUMBER}))*[ -](?:${UNIT})\\b`);
const money = new RegExp(
  `\\b${NUMBER}(?:[ -](?:and|${NUMBER}))*[ -](?:${CURRENCY})\\b|[$€£]\\s?\\d|\\ba penny\\b|\\ba few cents\\b`,
);

/** A quantity of one kind: a rubric for temperatures is not met by weights and sums. */
function quantity(id: string, asked: RegExp, units: string): Cue {
  const said = new RegExp(
    `\\b${NUMBER}(?:[ -](?:and a half|point|${NUMBER}))*(?:[ -]?(?:${units})(?!\\p{L}))`,
    'u',
  );
  return { id, asked, byForm: true, anyLanguage: true, said: [[0.95, said]] };
}

const SUMS: readonly Pattern[] = [
  [0.9, money],
  [0.85, new RegExp(`\\b(?:\\d[\\d.,]*\\s?k|${NUMBER} grand)\\b`)],
  // A large number that counts nothing else, and what a thing is to cost.
  [
    0.45,
    new RegExp(
      `\\b${NUMBER}(?:[ -](?:and |a )?${NUMBER})*[ -](?:hundred|thousand|grand|million)(?:[ -](?:and |a )?${NUMBER})*(?=[.,;!?]|$| (?:for|minus|plus|back|and|or|in the (?:reserve|bank|pot|fund)|second|each|on top)\\b)`,
    ),
  ],
  [
    0.4,
    new RegExp(
      `\\b(?:a|around|about|eleven|twelve|\\w+teen|${NUMBER}) hundred(?: and)?(?:[ -]${NUMBER})*(?=[.,;!?]|$| (?:for|and we|minus|back)\\b)`,
    ),
  ],
  [
    0.5,
    new RegExp(
      `\\b(?:would be|wants?|asks?|asking|charges?|deposit|offer(?:s|ed)?|let's say|discount of|comes? to|makes?|minus|get|sets? (?:you|us|me) back|price(?:s|d)?(?: of)?) (?:\\w+ ){0,2}?(?:a )?${NUMBER}(?:[ -](?:and |a )?${NUMBER})*(?=[.,;!?]|$| (?:back|and|for|a box|each)\\b)`,
    ),
  ],
  [
    0.6,
    new RegExp(
      `\\b(?:sold|sell|sells|bought|went|offer(?:s|ed)?|raised) (?:\\w+ ){0,4}?(?:for )?${NUMBER}(?![\\w.,]*\\d)(?=[.,;!?]|$| (?:hundred|thousand|million|for)\\b)`,
    ),
  ],
  [
    0.5,
    new RegExp(
      `\\b(?:costs?|pays?|paid|prices?|fees?|worth|spend|spent|charges?|rent|deposit|fine|bids?|owe|earns?|sold|budget)\\b.{0,40}\\b${NUMBER}\\b`,
    ),
  ],
  [
    0.5,
    new RegExp(
      `\\b${NUMBER} (?:an? (?:hour|night|month|year|piece|head|week|ticket)|per (?:hour|night|week|month|year|annum|person|head|ticket)|each|for the)\\b`,
    ),
  ],
];

/** A number by itself, as people bargain with: nothing follows that it counts. */
const BARE = new RegExp(
  `\\b(?:a hundred|eleven|twelve|\\w+teen|\\w+ty|\\d{2,})(?:[ -](?:and |a )?(?:${NUMBER}|half))*(?=[.,;!?]|$| (?:and (?:i|you|we)|on|for|back|a box|each|if|instead|minus|plus|more|less)\\b)`,
);

const HAGGLED = 0.72;

/** Where the line before names a sum, a bare number is one too. */
function haggled(lines: readonly ReadLine[]): number[] {
  let before = 0;
  return lines.map(({ text, foreign }) => {
    const own = foreign || !BARE.test(text) || before < 0.6 ? 0 : HAGGLED;
    before = Math.max(own, strengthOf(SUMS, text));
    return own;
  });
}

/** Sums, measures, dates and times. */
export const quantities: readonly Cue[] = [
  quantity('temperature', /\btemperatures?\b/, 'degrees?|celsius|fahrenheit|centigrade|[°º]\\s?[cf]?'),
  quantity(
    'weight',
    /\bweights?\b/,
    '(?:milli|kilo|micro)?grams?|grammes?|kg|mg|kilos?|ounces?|stone|tons?|tonnes?',
  ),
  quantity(
    'length',
    /\blengths?\b/,
    '(?:milli|centi|kilo)?met(?:re|er)s?|mm|cm|km|inch(?:es)?|feet|foot|yards?|miles?',
  ),
  quantity(
    'speed',
    /\bspeeds?\b/,
    '(?:(?:kilo)?met(?:re|er)s?|miles?|feet) (?:an?|per) (?:hour|second)|km/h|mph|knots?|revolutions',
  ),
  quantity(
    'volume',
    /\bvolumes?\b/,
    '(?:milli|centi|deci)?lit(?:re|er)s?|ml|cl|gallons?|pints?|cups?|(?:tea|table)?spoon(?:ful)?s?',
  ),
  {
    id: 'money',
    byForm: true,
    includes: ['measure'],
    anyLanguage: true,
    asked:
      /\b(?:money|prices?|costs?|fees?|amounts? of money|sums? (?:of money|in figures)|bids?|fines?|payments?|budgets?|how much .{0,20}costs?|salar(?:y|ies))\b/,
    said: SUMS,
    among: haggled,
    after: [
      [0.9, /\b(?:how much|costs?|prices?|pays?|paid|money|offers?|quot(?:e|ation)|budget|fee|rent|worth)\b/],
    ],
    examples: [
      'That makes forty euros, twenty now and twenty later.',
      'The ticket costs twelve and the child pays half.',
      'We offer two hundred for the boat.',
    ],
  },
  {
    id: 'measure',
    byForm: true,
    anyLanguage: true,
    asked:
      /\b(?:measur\w*|dos(?:e|es|age|ages)|physical quantit\w*|quantit(?:y|ies)|figures?\b(?! of speech)|numbers? that|statistics?|data points?|numbers?)\b(?! of (?:people|the page))/,
    said: [
      [0.9, measure],
      [0.75, money],
      [
        0.5,
        new RegExp(
          `\\b(?:at (?:most|least)|up to|more than|less than|fewer than|about|around|roughly|nearly|almost|exactly|only|over|under|above|below|minimum|maximum|limit|carries|holds|weighs|needs?|makes|total) (?:of )?${NUMBER}\\b`,
        ),
      ],
      [
        0.4,
        new RegExp(
          `\\b${NUMBER} (?:hundred|thousand|million|boxes|bags|crates|bottles|people|guests|seats|tablets|bricks|sheets|pieces|tickets|copies|votes|litres|metres|of)\\b`,
        ),
      ],
      [0.15, new RegExp(`\\b${NUMBER}\\b`)],
    ],
    examples: [
      'The tank holds four hundred litres.',
      'Two milligrams in the morning and one at night.',
      'The beam carries eight hundred kilos at most.',
      'It must stay below sixty degrees.',
      'We need fifty chairs and ten tables.',
    ],
  },
  {
    id: 'deadline',
    qualifies: true,
    asked:
      /\b(?:deadlines?|until when|by when|due (?:dates?|times?)|(?:on|by|at) (?:which|what) (?:day|hour|time|date)|(?:together )?with (?:a|the) (?:time|date)|the time by which|dates? by which|until an? \w+ (?:hour|day))\b/,
    said: [
      [
        0.9,
        /\b(?:by|until|till|before|within|no later than|not later than|at the latest|due|in time for) (?:\w+ ){0,3}?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midday|midnight|tomorrow|tonight|today|evening|morning|lunch\w*|dinner|breakfast|afternoon|weekend|week|month|year|hours?|days?|weeks?|minutes?|end|spring|summer|autumn|winter|christmas|easter|january|february|march|april|may|june|july|august|september|october|november|december|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+|half past|quarter|the \w+(?:th|st|nd|rd)|start|opening|close|closing|shift|you (?:leave|go|come)|we (?:leave|open|close|start)|it (?:gets|is)|they (?:come|arrive))\b/,
      ],
      [
        0.8,
        /\b(?:today|tonight|tomorrow|this (?:morning|afternoon|evening|week)|right away|straight away|first thing|after lunch|at (?:noon|midnight|lunch)|next (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|in (?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|half) (?:\w+ )?(?:minutes?|hours?|days?|weeks?)|at (?:half past|a quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)|end of the (?:day|week|month|year|shift)|after (?:work|school|the (?:break|meeting|match|service|show)))\b/,
      ],
    ],
  },
  {
    id: 'date',
    byForm: true,
    asked: /\b(?:dates?|deadlines?|appointments?|schedules?|calendar|weekdays?|clock times?|times of day)\b/,
    said: [
      [
        0.8,
        /\b(?:on|by|until|before|from|since|next|last|every|this) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|week|month|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter)\b/,
      ],
      [
        0.7,
        /\b(?:tomorrow|tonight|the (?:first|second|third|fourth|\w+th|twenty[ -]\w+) (?:of|at)|half past|quarter (?:past|to)|o'clock|at (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|\d+))\b/,
      ],
    ],
    examples: ['The meeting is on Tuesday at nine.', 'We open again on the third of May.'],
  },
  {
    id: 'duration',
    byForm: true,
    asked: /\b(?:durations?|ages?|how long)\b/,
    said: [
      [
        0.8,
        new RegExp(
          `\\b${NUMBER}(?:[ -](?:and a half|${NUMBER}))*[ -](?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\\b`,
        ),
      ],
    ],
  },
];
