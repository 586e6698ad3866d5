/** What a sentence says, complete for these types; a type that is left out occurs in it nowhere. */
export interface Facts {
  readonly text: string;
  readonly speaker?: string;
  /** Owner, task and deadline, verbatim. */
  readonly items?: readonly (readonly [owner: string, task: string, due?: string])[];
  readonly organizations?: readonly string[];
  readonly dates?: readonly string[];
  /** As values: `15:00/16:00`. */
  readonly times?: readonly string[];
  /** As values with units: `5 people`. */
  readonly quantities?: readonly string[];
  readonly money?: readonly string[];
}

/** Labelled before the extractors of action items and companies were written, and used while they were. */
export const FACTS: readonly Facts[] = [
  {
    text: 'Anna will send the budget to the board by Friday.',
    items: [['Anna', 'send the budget to the board', 'Friday']],
    dates: ['Friday'],
  },
  { text: 'Will Anna send the budget by Friday?', dates: ['Friday'] },
  { text: 'Anna will not send the budget this week.', dates: ['this week'] },
  { text: 'If Tom gets the numbers, he will call the bank.' },
  { text: 'Maria said that Tom would call the bank.' },
  { text: 'John fixed it yesterday.', dates: ['yesterday'] },
  { text: 'We should maybe look at the contract again.' },
  {
    text: "I'll book the room for Thursday.",
    speaker: 'Lena Hart',
    items: [['Lena Hart', 'book the room for Thursday']],
    dates: ['Thursday'],
  },
  { text: "I'll book the room for Thursday.", dates: ['Thursday'] },
  {
    text: 'Peter, could you update the slides before the call on Monday?',
    items: [['Peter', 'update the slides', 'the call on Monday']],
    dates: ['Monday'],
  },
  { text: 'Peter, can you hear me now?' },
  {
    text: 'Action item: Karim to order two new laptops.',
    items: [['Karim', 'order two new laptops']],
  },
  {
    text: 'Sofia is going to talk to the landlord, and Ben will draft the letter.',
    items: [
      ['Sofia', 'talk to the landlord'],
      ['Ben', 'draft the letter'],
    ],
  },
  { text: 'Sofia was going to talk to the landlord, but she forgot.' },
  { text: 'It will rain in the north tomorrow.', dates: ['tomorrow'] },
  { text: 'Maria will be forty in June.', dates: ['June'] },
  { text: 'Apple pie is what we had for dessert.' },
  { text: 'Jonas might write a short summary.' },
  {
    text: 'We agreed that Jonas will write the minutes.',
    items: [['Jonas', 'write the minutes']],
  },
  { text: 'Nobody will read a report of ninety pages.' },
  { text: 'Somebody will have to clean up the kitchen.' },
  {
    text: 'Priya is responsible for the new pricing page.',
    items: [['Priya', 'the new pricing page']],
  },
  {
    text: 'Tom needs to renew the certificate by the end of March.',
    items: [['Tom', 'renew the certificate', 'the end of March']],
    dates: ['end of March'],
  },
  {
    text: 'Please send me the invoice tonight, Omar.',
    items: [['Omar', 'send me the invoice', 'tonight']],
    dates: ['tonight'],
  },
  { text: 'Anna will love the new office.' },
  { text: 'Berlin will host the championship next year.', dates: ['next year'] },
  {
    text: 'Maria Lopez has to sign the lease with Brandt Immobilien GmbH by 4 May 2026.',
    items: [['Maria Lopez', 'sign the lease with Brandt Immobilien GmbH', '4 May 2026']],
    organizations: ['Brandt Immobilien GmbH'],
    dates: ['4 May 2026'],
  },
  { text: 'She worked at Siemens for ten years.', organizations: ['Siemens'], quantities: ['10 years'] },
  { text: 'Our supplier, Harlow Textiles, raised its prices.', organizations: ['Harlow Textiles'] },
  { text: 'The contract with Kestrel Ltd. ends in June.', organizations: ['Kestrel Ltd'], dates: ['June'] },
  { text: 'He stayed at Christmas with his family for once.' },
  { text: 'I was at Liverpool Street when the lights went out.' },
  { text: 'We bought forty chairs from Nordwind AG.', organizations: ['Nordwind AG'] },
  {
    text: 'A company called Bluepeak makes the sensors.',
    organizations: ['Bluepeak'],
  },
  { text: 'Between 5 and 10 people can sit here.', quantities: ['5 people', '10 people'] },
  { text: 'Come by between 3 and 4 pm.', times: ['15:00/16:00'] },
  { text: 'The meeting lasts two hours.', quantities: ['2 hours'] },
  { text: 'We expect 200 to 250 guests.', quantities: ['200 people', '250 people'] },
  { text: 'The lecture is from 9:15 to 10:45.', times: ['09:15/10:45'] },
  { text: 'It will cost between 20,000 and 25,000 euros.', money: ['20000 EUR', '25000 EUR'] },
  { text: 'The trial lasted from Monday to Wednesday.', dates: ['Monday to Wednesday'] },
  {
    text: 'Bake it for 30 to 40 minutes at 180 degrees.',
    quantities: ['30 minutes', '40 minutes', '180 degrees'],
  },
  {
    text: 'The marketing team will prepare a leaflet until Tuesday.',
    items: [['The marketing team', 'prepare a leaflet', 'Tuesday']],
    dates: ['Tuesday'],
  },
  { text: 'Tom, would you please sit down.' },
  { text: 'Unless Anna objects, Ben will sign tomorrow.', dates: ['tomorrow'] },
  {
    text: 'Whitfield & Sons Inc sold the mill to Delta Corp.',
    organizations: ['Whitfield & Sons Inc', 'Delta Corp'],
  },
];

/** Labelled with the others, and read once, after the extractors were finished. */
export const FACTS_SET_ASIDE: readonly Facts[] = [
  {
    text: 'David will call the printer tomorrow.',
    items: [['David', 'call the printer', 'tomorrow']],
    dates: ['tomorrow'],
  },
  { text: 'When will David call the printer?' },
  { text: "Emma won't finish the chapter before summer." },
  { text: 'If the parts arrive, Emma will repair the pump.' },
  { text: 'Emma told us that she would repair the pump.' },
  { text: 'Paul has already sent the parcel.' },
  { text: 'Perhaps we could ask a lawyer.' },
  {
    text: 'I will write to the insurance by next Tuesday.',
    speaker: 'George Miller',
    items: [['George Miller', 'write to the insurance', 'next Tuesday']],
    dates: ['next Tuesday'],
  },
  { text: 'I will write to the insurance.' },
  {
    text: 'Rachel, please check the fire exits before noon.',
    items: [['Rachel', 'check the fire exits', 'noon']],
    times: ['12:00'],
  },
  { text: 'Rachel, can you believe what happened?' },
  {
    text: 'Next steps: Oliver to translate the manual by 12 June.',
    items: [['Oliver', 'translate the manual', '12 June']],
    dates: ['12 June'],
  },
  {
    text: 'Nina will test the app and Felix is going to fix the login.',
    items: [
      ['Nina', 'test the app'],
      ['Felix', 'fix the login'],
    ],
  },
  { text: 'Felix would have fixed the login if he had known.' },
  { text: 'The shop will close at six.', times: ['18:00'] },
  { text: 'Nina will be on holiday in August.', dates: ['August'] },
  { text: 'An orange shell lay on the beach.' },
  { text: 'Oliver may translate the rest some day.' },
  {
    text: "So it's decided: Helen will rent the van.",
    items: [['Helen', 'rent the van']],
  },
  { text: 'No one will notice the difference.' },
  { text: 'Someone needs to water the plants.' },
  {
    text: 'Hassan is in charge of the catering.',
    items: [['Hassan', 'the catering']],
  },
  {
    text: 'Laura must return the keys by Sunday.',
    items: [['Laura', 'return the keys', 'Sunday']],
    dates: ['Sunday'],
  },
  {
    text: 'Could you bring the projector, Martin?',
    items: [['Martin', 'bring the projector']],
  },
  { text: 'Helen will know what to do.' },
  { text: 'Spain will play Portugal on Saturday.', dates: ['Saturday'] },
  {
    text: 'Victor Hale should send the samples to Orbit Labs LLC by 9 October 2026.',
    items: [['Victor Hale', 'send the samples to Orbit Labs LLC', '9 October 2026']],
    organizations: ['Orbit Labs LLC'],
    dates: ['9 October 2026'],
  },
  { text: 'He has been with Bosch since 2011.', organizations: ['Bosch'], dates: ['2011'] },
  { text: 'Our client Marlowe Partners wants a second quote.', organizations: ['Marlowe Partners'] },
  { text: 'The ferries of Skerry Lines plc are late again.', organizations: ['Skerry Lines plc'] },
  { text: 'We met at Easter in the old harbour.' },
  { text: 'They waited at Victoria Station until it was dark.' },
  { text: 'The pumps come from Hydrotec GmbH in Ulm.', organizations: ['Hydrotec GmbH'] },
  { text: 'The start-up is named Fernwood and sells seeds.', organizations: ['Fernwood'] },
  { text: 'You need 4 to 6 people for the game.', quantities: ['4 people', '6 people'] },
  { text: 'The plumber comes between 8 and 10 am.', times: ['08:00/10:00'] },
  { text: 'The tour lasts three days.', quantities: ['3 days'] },
  { text: 'Between 1,000 and 1,200 visitors came.', quantities: ['1000 people', '1200 people'] },
  { text: 'Lunch is from 12:30 to 1:30 pm.', times: ['12:30/13:30'] },
  { text: 'A ticket costs 15 to 18 dollars.', money: ['15 USD', '18 USD'] },
  { text: 'The fair runs from Thursday to Sunday.', dates: ['Thursday to Sunday'] },
  { text: 'Walk 2 to 3 kilometres along the river.', quantities: ['2 km', '3 km'] },
  {
    text: 'The finance team will pay the invoice this week.',
    items: [['The finance team', 'pay the invoice', 'this week']],
    dates: ['this week'],
  },
  { text: 'Martin, would you look at that!' },
  { text: 'In case Laura is ill, Victor will open the shop.' },
  {
    text: 'Ridgeway Holdings Ltd merged with Calder Corp.',
    organizations: ['Ridgeway Holdings Ltd', 'Calder Corp'],
  },
];
