/** What people said in a film, and what a language model says of it: forty lies of ten kinds, forty truths of the same kinds. */

/** A spoken line; each has twelve seconds. */
export const LINES: readonly (readonly [speaker: string, text: string])[] = [
  [
    'Marta Kowal',
    'So, um, we paid three hundred and fifty euros for the two pumps, and the hose was another eighty.',
  ],
  ['Ben Adeyemi', 'The harbour opens at half past four on Thursday, not on Tuesday, because of the tide.'],
  ['Marta Kowal', "I didn't sign the lease, it was just too expensive for us."],
  [
    'Ben Adeyemi',
    'About two and a half million people live on the coast, and a third of them work with fish.',
  ],
  ['Ilse Brandt', 'The ferry needs ninety minutes to Lindholm, and it carries forty tonnes.'],
  ['Ilse Brandt', 'On the third of March, twenty twenty-six, the council approved the new pier.'],
  ['Marta Kowal', 'Nobody on board was hurt, but there is no fuel left in the second tank.'],
  ['Ben Adeyemi', 'I will send Marta the drawings by Friday, and Ilse pays for the crane.'],
  ['Ilse Brandt', 'Fifteen percent of the crew quit in the second quarter, mostly cooks.'],
  ['Marta Kowal', 'We bought a dozen ropes at four fifty each from Okafor and Sons in Bergen.'],
  ['Ben Adeyemi', 'My grandfather built the lighthouse in nineteen twelve, and he never painted it red.'],
  ['Ilse Brandt', 'The water was minus two degrees, and the wind was eight knots from the north.'],
  ['Ben Adeyemi', "Please don't sell the old boat before Doctor Nakamura has seen it."],
  ['Marta Kowal', 'The grant is twenty thousand kroner, not dollars, and it comes in June.'],
  ['Ilse Brandt', 'We refused to take the second offer, the first one from Tallinn we took.'],
  ['Ben Adeyemi', 'The lock takes vessels up to twelve metres, twice a day, at noon and at midnight.'],
  ['Marta Kowal', 'I guess roughly three quarters of the nets are torn.'],
  ['Ilse Brandt', 'Call the pilot on channel sixteen, or write to pilot at lindholm dot example.'],
  ['Ben Adeyemi', 'Last winter the ice was forty centimetres thick, next month it will be gone.'],
  ['Marta Kowal', 'Der Hafenmeister hat dreihundertfünfzig Boote gezählt, aber kein Segelboot.'],
];

export type Surface = 'chat' | 'deep search' | 'reason' | 'title of a moment' | 'chapter' | 'value';

/** What is said, where, of which line (counted from 0). */
export interface Statement {
  readonly kind: string;
  readonly surface: Surface;
  readonly line: number;
  readonly says: string | number;
  /** Words of the line to cite; all of it where there is none. */
  readonly quote?: string;
}

type Row = readonly [surface: Surface, line: number, says: string | number, quote?: string];

const rows = (kind: string, ...given: readonly Row[]): Statement[] =>
  given.map(([surface, line, says, quote]) => ({
    kind,
    surface,
    line,
    says,
    ...(quote !== undefined && { quote }),
  }));

export const LIES: readonly Statement[] = [
  ...rows(
    'number',
    ['chat', 0, 'They bought three pumps.'],
    ['deep search', 3, 'About 2.5 billion people live on the coast.'],
    ['value', 9, 13],
    ['chapter', 19, '530 Boote'],
  ),
  ...rows(
    'money',
    ['chat', 13, 'The grant is 20,000 dollars.'],
    ['deep search', 0, 'The hose cost 350 euros and the pumps cost 430 euros.'],
    ['reason', 9, 'They bought the ropes for 54 euros.'],
    ['value', 13, '$20,000'],
  ),
  ...rows(
    'unit',
    ['chat', 4, 'The ferry needs ninety hours to Lindholm.'],
    ['title of a moment', 18, 'Ice Forty Metres Thick'],
    ['value', 4, '40 kilograms'],
    ['chapter', 11, 'Wind of eight miles'],
  ),
  ...rows(
    'share',
    ['deep search', 8, '50 % of the crew quit in the second quarter.'],
    ['reason', 16, 'Roughly half of the nets are torn.'],
    ['chat', 3, 'Two thirds of the people on the coast work with fish.'],
    ['value', 8, 0.51],
  ),
  ...rows(
    'date',
    ['chat', 5, 'The council approved the new pier on March 13, 2026.'],
    ['value', 5, '2025-03-03'],
    ['deep search', 18, 'The ice will be gone next week.'],
    ['chapter', 13, 'A grant in July'],
  ),
  ...rows(
    'time',
    ['chat', 1, 'The harbour opens at 4:15 on Thursday.'],
    ['reason', 1, 'The harbour opens on Friday at half past four.'],
    ['title of a moment', 15, 'The lock opens at noon and at 6 pm'],
    ['value', 1, '16:45'],
  ),
  ...rows(
    'name',
    ['deep search', 9, 'elvis presley sold them a dozen ropes in Bergen.'],
    ['value', 12, 'Doctor Okonkwo'],
    ['chapter', 4, 'The Ferry to Reykjavik'],
    ['reason', 14, 'Marta Brandt took the first offer from Tallinn.'],
  ),
  ...rows(
    'negation',
    ['chat', 2, 'She signed the lease.'],
    ['deep search', 6, 'Somebody on board was hurt.'],
    ['title of a moment', 14, 'They took the second offer'],
    ['reason', 5, 'The council did not approve the new pier.'],
  ),
  ...rows(
    'speaker',
    ['chat', 2, 'Ben Adeyemi says that the lease was too expensive.'],
    ['deep search', 7, 'Marta will send Ben the drawings by Friday.'],
    ['reason', 13, 'Ilse announces a grant in June.'],
    ['chat', 16, 'According to Ilse Brandt, the nets are torn.'],
  ),
  ...rows(
    'quote',
    ['chat', 8, 'The crew was happy.', 'crew'],
    ['deep search', 10, 'The lighthouse is a ruin.', 'the lighthouse'],
    ['reason', 11, 'The water was clear.', 'was'],
    ['chapter', 7, 'The crane', 'the crane'],
  ),
];

export const TRUTHS: readonly Statement[] = [
  ...rows(
    'number',
    ['chat', 0, 'They bought 2 pumps.'],
    ['deep search', 3, 'Some 2,500,000 people live by the coast.'],
    ['value', 9, 12],
    ['chapter', 19, '350 Boote im Hafen'],
  ),
  ...rows(
    'money',
    ['chat', 13, 'The grant amounts to 20,000 kroner.'],
    ['deep search', 0, 'Ms Kowal says the pumps cost €350 and the hose 80.'],
    ['reason', 9, 'They bought 12 ropes at 4.50 each.'],
    ['value', 0, '350 EUR'],
  ),
  ...rows(
    'unit',
    ['chat', 4, 'The ferry takes an hour and a half to Lindholm.'],
    ['title of a moment', 18, 'Ice of 40 cm'],
    ['value', 4, '40,000 kg'],
    ['chapter', 11, 'Eight knots of wind at -2 °'],
  ),
  ...rows(
    'share',
    ['deep search', 8, '15 % of the crew left in Q2, most of them cooks.'],
    ['reason', 16, 'About 75 percent of the nets are torn.'],
    ['chat', 3, 'One third of the people work with fish.'],
    ['value', 8, 0.15],
  ),
  ...rows(
    'date',
    ['chat', 5, 'The council approved the pier on 3 March 2026.'],
    ['value', 5, '2026-03-03'],
    ['deep search', 18, 'The ice is expected to be gone in the coming month.'],
    ['chapter', 13, 'A grant in June'],
  ),
  ...rows(
    'time',
    ['chat', 1, 'It opens at 4:30 on Thursday.'],
    ['reason', 1, 'The harbour does not open on Tuesday but on Thursday.'],
    ['title of a moment', 15, 'The lock at noon and 12 am'],
    ['value', 1, '4:30'],
  ),
  ...rows(
    'name',
    ['deep search', 9, 'The ropes come from Okafor & Sons, a shop in Bergen.'],
    ['value', 12, 'Dr. Nakamura'],
    ['chapter', 4, 'The Ferry to Lindholm'],
    ['reason', 14, 'Ilse Brandt took the first offer, the one from Talinn.'],
  ),
  ...rows(
    'negation',
    ['chat', 2, 'She refused to sign the lease, as it cost too much.'],
    ['deep search', 6, 'No one was hurt, and the second tank has run out of fuel.'],
    ['title of a moment', 14, 'They did not take the second offer'],
    ['reason', 12, 'He asks them not to sell the boat yet.'],
  ),
  ...rows(
    'speaker',
    ['chat', 2, 'Marta Kowal says that the lease was too expensive.'],
    ['deep search', 7, 'Ben promises to send the drawings to Marta by Friday.'],
    ['reason', 13, 'Marta announces a grant in June.'],
    ['chat', 16, 'According to Ms Kowal, roughly three quarters of the nets are torn.'],
  ),
  ...rows(
    'quote',
    ['chat', 8, 'Mostly cooks quit.', 'in the second quarter, mostly cooks'],
    [
      'deep search',
      10,
      'It was built in 1912 by his grandfather.',
      'built the lighthouse in nineteen twelve',
    ],
    ['reason', 11, 'The water was below zero.', 'the WATER was minus two'],
    ['chapter', 7, 'Who pays for the crane', 'Ilse pays for the crane'],
  ),
];
