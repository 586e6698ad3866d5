import type { Expected } from './sentences.ts';

/** Sentences written after the extractors, and after which no extractor was changed. */
export const MORE_SENTENCES: readonly (readonly [string, Expected])[] = [
  [
    'Nelson Mandela was released on 11 February 1990.',
    { people: ['Nelson Mandela'], dates: ['11 February 1990'] },
  ],
  [
    'The flight from Toronto to Lisbon takes seven hours.',
    { places: ['Toronto', 'Lisbon'], quantities: ['seven hours'] },
  ],
  [
    'Intel and IBM reported losses of $800 million in October.',
    { organizations: ['Intel', 'IBM'], money: ['$800 million'], dates: ['October'] },
  ],
  [
    'Inflation fell to 2.9 percent in December 2023.',
    { percentages: ['2.9 percent'], dates: ['December 2023'] },
  ],
  [
    'Contact Emily Carter at emily@carter.example.com.',
    { people: ['Emily Carter'], emails: ['emily@carter.example.com'] },
  ],
  ['The recipe needs 200 grams of flour and 2 liters of milk.', { quantities: ['200 grams', '2 liters'] }],
  ['Let me share my screen and show you the first slide.', {}],
  ['So what we did here was pretty simple.', {}],
  ['Can everyone audioPassOf me? Good, then let us begin.', {}],
  ['We will come back to this question at 4 pm.', { times: ['4 pm'] }],
  ['The museum opened in 1889 and was closed during the war.', { dates: ['1889'] }],
  ['Our headquarters are in San Francisco, California.', { places: ['San Francisco', 'California'] }],
  [
    'David and Rachel moved to Australia last year.',
    { people: ['David', 'Rachel'], places: ['Australia'], dates: ['last year'] },
  ],
  ['The World Health Organization warned about the virus.', { organizations: ['World Health Organization'] }],
  [
    'It weighs eighty kilograms, give or take two kilograms.',
    { quantities: ['eighty kilograms', 'two kilograms'] },
  ],
  [
    'Visit https://www.example.com/shop?item=7 for details.',
    { urls: ['https://www.example.com/shop?item=7'] },
  ],
  [
    'Dial +33 1 42 68 53 00 for the office in Paris.',
    { phone_numbers: ['+33 1 42 68 53 00'], places: ['Paris'] },
  ],
  ['The deal is worth three million euros.', { money: ['three million euros'] }],
  ['A cup of coffee costs four dollars and fifty cents.', { money: ['four dollars'] }],
  ['The engine has a power of 150 kW.', { quantities: ['150 kW'] }],
  [
    'The Supreme Court of the United States ruled on Tuesday.',
    { organizations: ['Supreme Court of the United States'], dates: ['Tuesday'] },
  ],
  [
    'Professor Chen teaches physics at Stanford University.',
    { people: ['Professor Chen'], organizations: ['Stanford University'] },
  ],
  ['Grace left early, but Mark stayed.', { people: ['Grace', 'Mark'] }],
  ['The rose is red and the violet is blue.', {}],
  ['In spring the workers clean the honeycomb and fly to flowers.', {}],
  ['A thousand ships were built, and a hundred of them sank.', {}],
  [
    'Samsung makes phones in Vietnam and South Korea.',
    { organizations: ['Samsung'], places: ['Vietnam', 'South Korea'] },
  ],
  ['Chapter two begins on page fourteen.', {}],
  ['the budget is two hundred thousand dollars for the year', { money: ['two hundred thousand dollars'] }],
  ['i was born in nineteen eighty four in a small village', {}],
  ['The meeting moved from Monday to next Wednesday.', { dates: ['Monday', 'next Wednesday'] }],
  ['Vincent van Gogh painted it in Arles.', { people: ['Vincent van Gogh'], places: ['Arles'] }],
  [
    'The storm reached Jamaica with winds of 185 miles per hour.',
    { places: ['Jamaica'], quantities: ['185 miles per hour'] },
  ],
  ['SALES 2024: +18%', { percentages: ['18%'] }],
  ['Thank you, Olivia, that was a great talk.', { people: ['Olivia'] }],
  ['Error 404 means that the page was not found.', {}],
  ['The Amazon flows through Peru and Brazil.', { places: ['Amazon', 'Peru', 'Brazil'] }],
  ['Netflix raised its price to $15.49 a month.', { organizations: ['Netflix'], money: ['$15.49'] }],
  ['James Watt improved the steam engine in Birmingham.', { people: ['James Watt'], places: ['Birmingham'] }],
  ['The temperature must stay below -20 °C.', { quantities: ['20 °C'] }],
];
