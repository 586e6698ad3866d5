import type { EntityType } from '../../../../src/service/understanding/rules/extraction/types.ts';

/** The entities in a sentence, by type; there are no others. */
export type Expected = { readonly [Type in EntityType]?: readonly string[] };

/**
 * Sentences as in talks, news, meetings and phone calls, on slides, and as written by speech recognisers; with names,
 * and with words that only look like names.
 */
export const SENTENCES: readonly (readonly [string, Expected])[] = [
  [
    'Maria Lopez joined Acme Corporation in 2019.',
    { people: ['Maria Lopez'], organizations: ['Acme Corporation'], dates: ['2019'] },
  ],
  [
    'Angela Merkel met Barack Obama in Berlin.',
    { people: ['Angela Merkel', 'Barack Obama'], places: ['Berlin'] },
  ],
  ['We opened an office in Tokyo and another one in Buenos Aires.', { places: ['Tokyo', 'Buenos Aires'] }],
  [
    'Microsoft bought the company for 7.5 billion dollars.',
    { organizations: ['Microsoft'], money: ['7.5 billion dollars'] },
  ],
  [
    'Our revenue grew by 12 percent to $4.2 million.',
    { percentages: ['12 percent'], money: ['$4.2 million'] },
  ],
  ['The meeting is on 14 February 2025 in Madrid.', { dates: ['14 February 2025'], places: ['Madrid'] }],
  [
    'Please write to support@example.com before Friday.',
    { emails: ['support@example.com'], dates: ['Friday'] },
  ],
  ['You can call us at +44 20 7946 0958 at any time.', { phone_numbers: ['+44 20 7946 0958'] }],
  [
    'The documentation is at https://docs.example.org/start and it is short.',
    { urls: ['https://docs.example.org/start'] },
  ],
  ['The bridge is 300 meters long and weighs 4,000 tons.', { quantities: ['300 meters', '4,000 tons'] }],
  ['I will think about it and let you know.', {}],
  ['He may come in May, or he may not.', { dates: ['May'] }],
  ['Will you mark the page and hand it to me?', {}],
  ['Turn on the light, please, and close the window.', {}],
  ['The bill was paid and the grant was given.', {}],
  ['There is hope, and there is joy in the work.', {}],
  ['She cut the turkey and put it on china plates.', {}],
  ['John Smith from Chicago bought three apples.', { people: ['John Smith'], places: ['Chicago'] }],
  [
    'The University of Oxford published the study in March 2021.',
    { organizations: ['University of Oxford'], dates: ['March 2021'] },
  ],
  [
    'Send it to jane.doe@mail.example.net or to info@example.org.',
    { emails: ['jane.doe@mail.example.net', 'info@example.org'] },
  ],
  ['The train leaves at 9:30 am from Paris.', { times: ['9:30 am'], places: ['Paris'] }],
  ['We meet tomorrow at noon.', { dates: ['tomorrow at noon'] }],
  ['On July 4, 1976 the ship arrived in Boston.', { dates: ['July 4, 1976'], places: ['Boston'] }],
  ['The price went from €20 to €35 within a year.', { money: ['€20', '€35'] }],
  ['About half of them agreed, which is 48.5% of all voters.', { percentages: ['48.5%'] }],
  [
    'Dr. Susan Calvin works for U.S. Robots.',
    { people: ['Dr. Susan Calvin'], organizations: ['U.S. Robots'] },
  ],
  ['The patient takes 50 milligrams twice a day.', { quantities: ['50 milligrams'] }],
  ['It was minus five degrees Celsius in Oslo.', { quantities: ['five degrees Celsius'], places: ['Oslo'] }],
  ['Google and Amazon compete in Germany.', { organizations: ['Google', 'Amazon'], places: ['Germany'] }],
  ['The file is 3 GB large and takes 45 seconds to load.', { quantities: ['3 GB', '45 seconds'] }],
  ['Two hundred people came to the concert.', { quantities: ['Two hundred people'] }],
  ['The tickets cost twenty five dollars each.', { money: ['twenty five dollars'] }],
  ['Taxes will rise by two and a half percent.', { percentages: ['two and a half percent'] }],
  ['Peter told Anna that the boat was gone.', { people: ['Peter', 'Anna'] }],
  ['In the 1990s everything was different.', { dates: ['1990s'] }],
  ['The deadline is 2024-11-30, so hurry up.', { dates: ['2024-11-30'] }],
  ['Nobody was on board when the ferry sank.', {}],
  ['The second chapter is about the first one.', {}],
  ['We have one point five million users in Brazil and India.', { places: ['Brazil', 'India'] }],
  [
    'The United Nations and the World Bank signed the paper in Geneva.',
    { organizations: ['United Nations', 'World Bank'], places: ['Geneva'] },
  ],
  ['so the next speaker is from new york city and she has a dog', { places: ['new york city'] }],
  ['and then we said let us go to the market and buy some fish', {}],
  ['the lava runs down the slope and burns everything in its way', {}],
  ['write to bob at example dot com if you have any question', { emails: ['bob at example dot com'] }],
  ['you find it on example dot org slash help', { urls: ['example dot org slash help'] }],
  ['QUARTERLY REVIEW', {}],
  ['Agenda', {}],
  ['Contact: +49 30 901820, www.example.de', { phone_numbers: ['+49 30 901820'], urls: ['www.example.de'] }],
  ['Version 2.5.1 fixes 14 bugs.', {}],
  ['Chapter 3: How to cook rice', {}],
  [
    'Her number is (212) 736-5000 in Manhattan.',
    { phone_numbers: ['(212) 736-5000'], places: ['Manhattan'] },
  ],
  ['The invoice 4711-0815 is from last week.', { dates: ['last week'] }],
  [
    'Elizabeth Warren spoke after Bernie Sanders in Iowa.',
    { people: ['Elizabeth Warren', 'Bernie Sanders'], places: ['Iowa'] },
  ],
  ['The marathon is 42.195 kilometers long.', { quantities: ['42.195 kilometers'] }],
  ['It happened two years ago in Japan.', { dates: ['two years ago'], places: ['Japan'] }],
  [
    'The European Commission fined Apple 1.8 billion euros.',
    { organizations: ['European Commission', 'Apple'], money: ['1.8 billion euros'] },
  ],
  [
    'NASA launched the probe from Florida on September 5, 1977.',
    { organizations: ['NASA'], places: ['Florida'], dates: ['September 5, 1977'] },
  ],
  ['The pump moves 20 liters per minute.', { quantities: ['20 liters'] }],
  ['We drove at 120 km/h through Austria.', { quantities: ['120 km/h'], places: ['Austria'] }],
  ['See github.com/example/tool for the code.', { urls: ['github.com/example/tool'] }],
  ['The rent is 900 EUR and the deposit is 1,800 EUR.', { money: ['900 EUR', '1,800 EUR'] }],
  ['Christmas falls on a Thursday in 2025.', { dates: ['Thursday', '2025'] }],
  ['Sarah Connor lives at the end of the road.', { people: ['Sarah Connor'] }],
  [
    'Mr. Tanaka will present the results on Monday.',
    {
      action_items: ['Mr. Tanaka will present the results on Monday'],
      people: ['Mr. Tanaka'],
      dates: ['Monday'],
    },
  ],
  ['The lake is in Switzerland, near Lucerne.', { places: ['Switzerland', 'Lucerne'] }],
  ['He runs a bakery with his brother Tom.', { people: ['Tom'] }],
  ['Toyota recalled 400,000 cars in Canada.', { organizations: ['Toyota'], places: ['Canada'] }],
  ['The tower is 150 feet high.', { quantities: ['150 feet'] }],
  [
    'The Bank of England raised its rate to 5.25 percent.',
    { organizations: ['Bank of England'], percentages: ['5.25 percent'] },
  ],
  [
    'Yesterday the temperature reached 104 degrees Fahrenheit.',
    { dates: ['Yesterday'], quantities: ['104 degrees Fahrenheit'] },
  ],
  ['My name is Ada Lovelace and I live in London.', { people: ['Ada Lovelace'], places: ['London'] }],
  ['We sold 30 pounds of cheese at the market.', { quantities: ['30 pounds'] }],
];
