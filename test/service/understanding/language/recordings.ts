/** What was said in recordings of all sorts, and what a model says of it: first what is true, then what is not. */
import type { SaidLine } from '../../../../src/service/understanding/models/language/held/who.ts';

const line = (text: string, speaker?: string): SaidLine => ({ text, speaker, filename: 'call.mp4' });

export type Recording = readonly [
  lines: readonly SaidLine[],
  truths: readonly string[],
  lies: readonly string[],
];

export const RECORDINGS: readonly Recording[] = [
  [
    [line('The lighthouse was built in nineteen twelve.', 'Ben')],
    [
      'It was built in 1912.',
      'The lighthouse dates from 1912.',
      'Ben says the lighthouse was built in 1912.',
      'In 1912.',
    ],
    [
      'It was built in 1921.',
      'It was built in 1911 by Elvis Presley.',
      'elvis presley built it in 1912.',
      'It was never built.',
      'Ann says it was built in 1912.',
      'It was sold for 1,912 dollars.',
      'It has 12 rooms.',
      'There were 19 keepers.',
    ],
  ],
  [
    [
      line(
        'So we paid, what, three hundred and fifty euros for the two pumps, and that was in March.',
        'Marta Kowal',
      ),
    ],
    [
      'They paid 350 euros for two pumps.',
      'They paid €350 for the pumps.',
      'Ms Kowal paid 350 € for 2 pumps in March.',
      'Marta Kowal says they paid 350 euros.',
    ],
    [
      'They paid 350 dollars for the pumps.',
      'They paid 300 euros.',
      'They paid 350 euros for 3 pumps.',
      'They paid 350,000 euros for the pumps.',
      'They paid 50 euros for the pumps.',
      'They paid 350 euros in May.',
      'Marta Byron paid 350 euros.',
      'They paid £350.',
      'They did not pay 350 euros for the pumps.',
      'In March they paid 100 euros.',
    ],
  ],
  [
    [line("We'll meet at twenty past four on Thursday, not Tuesday.")],
    [
      'They meet at 4:20 on Thursday.',
      'The meeting is on Thursday at 4.20.',
      'They will meet at twenty past four.',
    ],
    [
      'They meet at 4:40 on Thursday.',
      'They meet at 4:20 on Friday.',
      'They meet 20 people on Thursday.',
      'They meet at 4:20 pm on Thursday.',
      'They meet in the evening.',
    ],
  ],
  [
    [line('I did not sign the contract because it was too expensive, honestly.', 'Ann')],
    [
      'Ann did not sign the contract.',
      'The contract was too expensive.',
      'Ann says that she never signed the contract.',
      'She refused to sign because of the price.',
    ],
    [
      'Ann signed the contract.',
      'Ann signed the contract because it was cheap.',
      'The contract was signed.',
      'The contract was cheap.',
      'Ann did not read it, and signed.',
    ],
  ],
  [
    [line('About two and a half million people came, roughly a third of them by train.')],
    [
      'About 2.5 million people came.',
      'Some 2,500,000 people came, a third of them by train.',
      '2.5 million visitors came.',
    ],
    [
      'About 2.5 billion people came.',
      '2.5 people came.',
      'Half of them came by train.',
      '2.5 million came, two thirds by train.',
    ],
  ],
  [
    [line('The red boat costs five hundred and the ferry takes ninety minutes.')],
    [
      'The ferry takes an hour and a half.',
      'The ferry takes 90 minutes.',
      'The red boat costs 500.',
      'The ferry takes 1.5 hours.',
    ],
    [
      'The blue boat costs 500.',
      'The ferry takes 90 hours.',
      'The ferry takes 19 minutes.',
      'The ferry takes two hours.',
    ],
  ],
  [
    [line('I will pay Ben 500 dollars by Friday.', 'Ann')],
    [
      'Ann will pay Ben $500 by Friday.',
      'Ben gets 500 dollars from Ann by Friday.',
      'Ann promises to pay by Friday.',
      'Ann commits to paying Ben 500 dollars.',
    ],
    [
      'Ben will pay Ann 500 dollars by Friday.',
      'Ben promises to pay 500 dollars.',
      'Ann will pay Ben 500 dollars by Monday.',
      'Ann will not pay Ben.',
      'Ann will pay Bert 500 dollars.',
      'Ann will pay Ben 500 cents.',
      'Anna Smith will pay.',
    ],
  ],
  [
    [line("Nobody on board was hurt, thank God, but there's no fuel left.")],
    ['Nobody was hurt.', 'There is no fuel left.', 'No one was hurt on board.', 'The fuel has run out.'],
    ['Somebody on board was hurt.', 'There is fuel left.', 'Everybody on board was hurt.'],
  ],
  [
    [line('We got a dozen eggs and half a dozen rolls, twelve fifty all in.')],
    ['They got 12 eggs and 6 rolls.', 'They bought a dozen eggs.', 'It cost 12.50.'],
    ['They got 6 eggs and 12 rolls.', 'They got 13 eggs.', 'They got two dozen eggs.'],
  ],
  [
    [line('Der Leuchtturm wurde neunzehnhundertzwölf gebaut und kostete dreihundertfünfzig Mark.')],
    ['Der Leuchtturm wurde 1912 gebaut.', 'Er kostete 350 Mark.', 'Das Gebäude kostete 350 Mark.'],
    [
      'Er kostete 530 Mark.',
      'Der Leuchtturm wurde von Elvis Presley gebaut.',
      'Der Leuchtturm wurde nicht gebaut.',
      'Er wurde 1913 gebaut.',
    ],
  ],
  [
    [line("It's not open until half past nine, so don't come at eight.")],
    [
      'It opens at 9:30.',
      'It is not open until 9:30.',
      'You should not come at eight.',
      'It opens at half past nine.',
    ],
    ['It opens at 8:30.', 'It opens at nine.', 'It opens at 10:30.'],
  ],
  [
    [line('Fifteen percent of the crew quit, most of them in the second quarter.')],
    ['15 % of the crew quit.', '15 percent quit in Q2.', 'Most left in the second quarter.'],
    [
      '50 percent of the crew quit.',
      '15 of the crew members quit in Q3.',
      'Most left in the third quarter.',
      '5 % of the crew quit.',
      'Fifteen percent of the crew were hired.',
    ],
  ],
  [
    [line('Doctor Okafor from Lagos called yesterday about the x-ray.')],
    [
      'Okafor called from Lagos about the x-ray.',
      'Doctor Okafor called yesterday.',
      'Ocafor from Lagos called about an x-ray.',
    ],
    [
      'Doctor Okafor from Nairobi called.',
      'Doctor Okafor called today about the x-ray, not yesterday.',
      'Doctor Adeyemi called about the x-ray.',
      'Doctor Okafor called tomorrow.',
    ],
  ],
  [
    [line('On the third of March, twenty twenty-six, the board approved the budget of 2k per team.')],
    [
      'The board approved the budget on March 3, 2026.',
      'The budget is 2,000 per team.',
      'It was approved on 3 March 2026.',
      'On 2026-03-03 the board approved it.',
    ],
    [
      'The board rejected the budget on March 3, 2026.',
      'The board approved the budget on March 4, 2026.',
      'The board approved it on 3 April 2026.',
      'It was approved on 3 March 2025.',
      'The budget is 20,000 per team.',
      'The budget is 2 per team.',
      'The board did not approve the budget.',
    ],
  ],
  [
    [line('The harbour opens at nine.'), line('Boats come in with the tide.')],
    ['When the Boats Come In', 'The Harbour Opens at Nine', 'Opening hours and boats'],
    [
      'Elvis Opens the Harbour',
      'The Harbour of Berlin',
      'A secret bribe for ministers',
      'The Harbour Opens at Ten',
      'Nine Boats Sink in Hamburg',
    ],
  ],
  [
    [line("I don't think we should sell the boat, it's not safe to sail.", 'Ben')],
    [
      'Ben does not think they should sell the boat.',
      'The boat is not safe.',
      'The boat is unsafe to sail.',
      'Ben says it is not safe to sail.',
    ],
    ['Ben thinks they should sell the boat.', 'The boat is safe to sail.', 'They should sell the boat.'],
  ],
  [
    [line('The Australian team beat Iran three nil in Sydney.')],
    ['Australia beat Iran 3-0 in Sydney.', 'The Australian team won 3:0.'],
    ['Austria beat Iran 3-0.', 'The Australian team beat Iraq three nil.', 'The Australian team lost.'],
  ],
  [
    [
      line(
        "Okay so the deploy's pushed back, we're now looking at Wednesday the nineteenth instead of Monday.",
        'Priya',
      ),
    ],
    [
      'The deploy has been pushed back to Wednesday the 19th.',
      'The new date is Wednesday, 19.',
      'The release is postponed from Monday to Wednesday.',
      'Priya announces that the deploy moves to Wednesday.',
      'Instead of Monday, they now plan for Wednesday the nineteenth.',
    ],
    [
      'The deploy is on Monday the 19th of May.',
      'The deploy is on Wednesday the 29th.',
      'The deploy moves to Thursday.',
      'The deploy was cancelled by Rajesh.',
      'The deploy happened on Wednesday at 9 am.',
    ],
  ],
  [
    [
      line(
        "Revenue was up twelve point four percent, to one point two million, which I didn't see coming.",
        'Tom',
      ),
    ],
    [
      'Revenue rose by 12.4 % to 1.2 million.',
      'Revenue grew 12.4 percent and reached 1.2 million.',
      'Tom did not expect the revenue to rise.',
      'Tom says revenue increased to 1,200,000.',
      'The increase of 12.4% surprised Tom.',
    ],
    [
      'Revenue fell by 12.4 % to 1.2 million.',
      'Revenue rose by 14.2 percent.',
      'Revenue rose to 12 million.',
      'Revenue rose to 1.2 billion.',
      'Revenue rose 12.4 % to $1.2 million.',
      'Tom saw it coming.',
      'Revenue was down 12.4 percent.',
    ],
  ],
  [
    [line("No, I never told him he could take the van, and he didn't ask either.", 'Dolores')],
    [
      'Dolores never allowed him to take the van.',
      'He did not ask.',
      'She says she never told him he could take the van.',
      'He took the van without asking.',
      'Dolores denies having given him permission.',
    ],
    [
      'Dolores told him he could take the van.',
      'He asked to take the van.',
      'He asked.',
      'She allowed him to take the van.',
      'He asked Dolores for the van twice.',
    ],
  ],
  [
    [
      line(
        'The patient is a sixty-four year old male, blood pressure one forty over ninety, allergic to penicillin.',
      ),
    ],
    [
      'The patient is 64 years old.',
      'His blood pressure is 140 over 90.',
      'The patient is allergic to penicillin.',
      'The blood pressure is 140/90.',
      'A 64-year-old man with a penicillin allergy.',
      'The patient has an allergy to penicillin.',
    ],
    [
      'The patient is 46 years old.',
      'The patient is not allergic to penicillin.',
      'The patient is allergic to aspirin and penicillin.',
      'His blood pressure is 190 over 40.',
      'The patient is a 64 year old female.',
      'The patient is 64 months old.',
    ],
  ],
  [
    [
      line(
        "We've got about forty grand left in the bank, maybe forty-five, and payroll is on the last Friday.",
        'Sam',
      ),
    ],
    [
      'About 40,000 is left in the bank, maybe 45,000.',
      'They have roughly forty thousand left.',
      'Payroll is due on the last Friday.',
      'Sam estimates that between 40k and 45k remain.',
      'There is about 40 grand in the bank.',
    ],
    [
      'About 400,000 is left in the bank.',
      'They have 54,000 left.',
      'There is nothing left in the bank.',
      'Payroll is on the first Friday.',
      'Payroll is on Thursday.',
      'They have about 40 dollars left.',
    ],
  ],
  [
    [line('If it rains on Saturday we might move the wedding inside, to the old mill.', 'Hannah')],
    [
      'If it rains on Saturday, the wedding might be moved to the old mill.',
      'The wedding may be moved inside in case of rain.',
      'Hannah says they could move the wedding indoors to the old mill.',
      'In the event of rain the wedding takes place in the mill.',
    ],
    [
      'The wedding is moved to Sunday.',
      'If it rains on Saturday, the wedding will be cancelled and Hannah flies to Paris.',
      'The wedding will be outside at the New Mill Hotel.',
      'The wedding is not moved if it rains.',
    ],
  ],
  [
    [line('Chapter seven is due by the end of October, and Professor Lindqvist wants three copies of it.')],
    [
      'Chapter 7 is due at the end of October.',
      'Prof. Lindqvist wants 3 copies.',
      'Professor Lindquist asks for three copies.',
      'Three copies of chapter seven are wanted by the professor.',
      'The seventh chapter is due by the end of October.',
    ],
    [
      'Chapter 6 is due at the end of October.',
      'Chapter seven is due by the end of November.',
      'Professor Lindqvist wants seven copies.',
      'Professor Lundgren wants three copies.',
      'Chapter seven is due on October 3.',
    ],
  ],
  [
    [
      line(
        "It's a five hour drive, four hundred and eighty kilometres, so we leave at six in the morning sharp.",
      ),
    ],
    [
      'The drive takes five hours.',
      'It is 480 km.',
      'They leave at 6 am.',
      'They leave at 6:00 in the morning.',
      'The trip is 480 kilometers and takes 5 hours.',
      'Departure is at 6 a.m. sharp.',
    ],
    [
      'They leave at 6 pm.',
      'The drive takes six hours.',
      'It is 480 miles.',
      'It is 408 km.',
      'They leave at 5 in the morning.',
      'The drive takes 480 minutes.',
      'They leave in the evening.',
    ],
  ],
  [
    [line('Everyone but Greta voted yes, so the motion carried, seven to one.', 'Chair')],
    [
      'The motion carried 7 to 1.',
      'Only Greta did not vote yes.',
      'Everyone except Greta voted in favour.',
      'The motion passed by seven votes to one.',
      'Greta was the only one who voted against it.',
    ],
    [
      'The motion carried, eight to one.',
      'The motion failed, seven to one.',
      'Greta voted yes and Gunther voted no.',
      'The motion was rejected.',
      'The motion carried 17 to 1.',
    ],
  ],
  [
    [
      line(
        "The old bridge, built in eighteen eighty-nine, hasn't been inspected since two thousand and six.",
      ),
    ],
    [
      'The bridge was built in 1889.',
      'It was last inspected in 2006.',
      'The bridge has not been inspected since 2006.',
      'The old bridge dates back to 1889.',
      'There has been no inspection since 2006.',
    ],
    [
      'The bridge was built in 1898.',
      'It has been inspected every year since 2006.',
      'The bridge was inspected in 2016.',
      'The bridge has been inspected since 2006.',
      'The new bridge was built in 1989.',
      'Eighteen inspections took place.',
    ],
  ],
  [
    [line("She lives at twenty-two Acacia Avenue, near the Thai place, you can't miss it.")],
    [
      'She lives at 22 Acacia Avenue.',
      'Her address is 22 Acacia Avenue, near the Thai place.',
      'She lives near a Thai place.',
    ],
    [
      'She lives at 21 Acacia Avenue.',
      'She lives at 22 Acacia Street.',
      'She lives at 22 Maple Avenue.',
      'She lives near the Chinese place.',
    ],
  ],
  [
    [
      line("I'd rather not say who it was, but it wasn't Kevin.", 'Lena'),
      line('Fine. Then it was Joe, who else has the key?', 'Max'),
    ],
    [
      'Lena says it was not Kevin.',
      'Max suspects Joe.',
      'Max thinks it was Joe.',
      'Lena does not want to say who it was.',
      'It was not Kevin, according to Lena.',
      'Max asks who else has the key.',
    ],
    [
      'Lena says it was Kevin.',
      'It was Kevin.',
      'Lena thinks it was Joey Tribbiani.',
      'It was not Joe.',
      'Kevin has the key, said Oliver.',
    ],
  ],
  [
    [line('Turn the valve two full turns to the left, then wait thirty seconds before you open it.')],
    [
      'Turn the valve two full turns to the left.',
      'Wait 30 seconds before opening it.',
      'After turning the valve twice, wait half a minute.',
      'One should wait thirty seconds before opening the valve.',
    ],
    [
      'Turn the valve three full turns to the left.',
      'Wait 13 seconds before opening it.',
      'Wait thirty minutes before opening it.',
      'Do not open it.',
      'Turn the valve two turns to the right.',
    ],
  ],
  [
    [line('Et donc, le contrat avec la mairie de Lyon a été signé le 14 juin pour 2 500 euros.')],
    [
      'Le contrat avec Lyon a été signé le 14 juin.',
      'La mairie de Lyon a signé pour 2500 euros.',
      'Le contrat vaut 2 500 €.',
      'The contract with Lyon is worth 2,500 euros.',
    ],
    [
      'Le contrat vaut 5 200 euros.',
      'La mairie de Marseille a signé pour 2500 euros.',
      'Le contrat vaut 2 500 dollars.',
      'Le contrat a été signé par Emmanuel Dupont.',
      'Le contrat a été signé le 24 juin.',
    ],
  ],
  [
    [line('Wir haben am Dienstag um halb drei einen Termin mit Frau Petersen, nicht mit Herrn Vogel.')],
    [
      'Der Termin mit Frau Petersen ist am Dienstag um 2:30.',
      'Am Dienstag gibt es einen Termin mit Frau Petersen.',
      'Der Termin ist nicht mit Herrn Vogel.',
      'The appointment with Ms Petersen is on Tuesday.',
    ],
    [
      'Der Termin ist am Mittwoch um halb drei.',
      'Der Termin mit Frau Petersen ist um halb vier.',
      'Der Termin ist mit Herrn Schneider.',
      'Der Termin ist um 3:30.',
    ],
  ],
  [
    [
      line(
        'Right, so hard hats on everyone, and nobody goes past the yellow line until Derek gives the all clear.',
        'Foreman',
      ),
    ],
    [
      'Everyone must wear a hard hat.',
      'Nobody may pass the yellow line until Derek gives the all-clear.',
      'Hard hats are mandatory.',
      'Nobody is allowed past the yellow line before Derek says so.',
      'The foreman reminds everyone to wear hard hats.',
    ],
    [
      'Hard hats are not needed.',
      'Everyone may go past the yellow line.',
      'Nobody goes past the red line.',
      'Nobody goes past the yellow line until Darren gives the all clear.',
      'Ten workers must wear hard hats.',
    ],
  ],
  [
    [
      line(
        "We lost two customers last month, Brightwell and that little bakery, so churn's at six point five now.",
        'Aisha',
      ),
    ],
    [
      'Two customers were lost last month.',
      'Brightwell left last month.',
      'Churn is now 6.5.',
      'Aisha reports that two customers were lost, Brightwell and a bakery.',
      'They lost Brightwell and a little bakery.',
    ],
    [
      'Three customers were lost last month.',
      'Two customers were lost last year.',
      'Churn is now 5.6.',
      'They gained two customers last month.',
      'Bridgestone left last month.',
      'Churn is at 65.',
      'Two customers will be lost next month.',
    ],
  ],
  [
    [
      line(
        'The film was shot in nineteen thirty-eight on nitrate, at eighteen frames a second, and only one reel survives.',
      ),
    ],
    [
      'The film was shot in 1938.',
      'It was shot on nitrate at 18 frames per second.',
      'Only one reel has survived.',
      'A single reel survives.',
      'The film dates from 1938 and was shot on nitrate stock.',
    ],
    [
      'The film was shot in 1983.',
      'It was shot at 24 frames per second.',
      'Two reels survive.',
      'No reel survives.',
      'The film was shot in 1938 by Fritz Lang.',
      'All eight reels survive.',
    ],
  ],
  [
    [
      line(
        "Water boils at a hundred degrees, but up here at three thousand metres it's more like ninety.",
        'Mr Otieno',
      ),
    ],
    [
      'Water boils at 100 degrees.',
      'At 3,000 metres it boils at about 90 degrees.',
      'At 3000 m, water boils at around ninety.',
      'Mr Otieno explains that water boils at 90 degrees at 3,000 metres.',
    ],
    [
      'Water boils at 3,000 degrees.',
      'At 300 metres it boils at 90 degrees.',
      'Water boils at 90 metres.',
      'Water boils at 100 degrees Fahrenheit.',
      'At 3,000 feet it boils at about 90.',
      'Water does not boil at 100 degrees.',
    ],
  ],
  [
    [
      line(
        'I told them we can do thirty days net, not sixty, and they get a five percent discount if they pay in ten.',
        'Carla',
      ),
    ],
    [
      'Payment terms are 30 days net, not 60.',
      'They get a 5% discount if they pay within ten days.',
      'Carla offered thirty days net.',
      'A discount of 5 percent is given for payment in ten.',
      'The discount is five per cent.',
    ],
    [
      'Payment terms are 60 days net.',
      'They get a 10 percent discount if they pay in five.',
      'They get a 15% discount.',
      'Carla offered 30 weeks net.',
      'There is no discount.',
    ],
  ],
  [
    [
      line(
        'So I move that we adjourn until the twelfth of January. Seconded? Thanks, Raymond.',
        'Chairwoman',
      ),
    ],
    [
      'The chairwoman moves to adjourn until 12 January.',
      'Raymond seconded the motion.',
      'They adjourn until January 12.',
      'The meeting is adjourned until the 12th of January.',
    ],
    [
      'They adjourn until 21 January.',
      'They adjourn until 12 June.',
      'Roger seconded the motion.',
      'They do not adjourn.',
      'The meeting is adjourned until 12 January 2027.',
    ],
  ],
  [
    [line("My son Felix is allergic to nuts, my daughter Clara isn't, so two separate cakes please.")],
    [
      'Felix is allergic to nuts.',
      'Clara is not allergic to nuts.',
      'She asks for two separate cakes.',
      'Her daughter Clara has no allergy to nuts.',
      'Her son Felix is allergic to nuts, but her daughter is not.',
      'Two cakes are ordered.',
    ],
    [
      'Clara is allergic to nuts.',
      'Felix is not allergic to nuts.',
      'Three separate cakes are ordered.',
      'Her son Frederick is allergic to nuts.',
      'Neither child is allergic to nuts.',
    ],
  ],
  [
    [line('ACME INVOICE No. 4711   TOTAL: EUR 1.299,00   DUE 15.02.2026')],
    [
      'The invoice total is 1,299 euros.',
      'Invoice number 4711 from Acme.',
      'The invoice is due on 15 February 2026.',
      'Acme invoice due 2026-02-15',
      'The total of 1299.00 EUR is due on February 15, 2026.',
    ],
    [
      'The invoice total is 1,299 dollars.',
      'The invoice total is 12,990 euros.',
      'Invoice 4117 from Acme',
      'The invoice is due on 15 March 2026.',
      'The invoice is from Globex.',
      'The invoice is due on 2026-02-25.',
    ],
  ],
  [
    [
      line(
        'Two or three people said the stairs were slippery, I slipped myself, nothing broken though.',
        'Yusuf',
      ),
    ],
    [
      'Two or three people said the stairs were slippery.',
      'Yusuf slipped on the stairs.',
      'Nothing was broken.',
      'Yusuf slipped but broke nothing.',
      'Several people complained about slippery stairs.',
      'Yusuf did not break anything.',
    ],
    [
      'Yusuf broke his leg.',
      'Twenty people said the stairs were slippery.',
      'Nobody slipped.',
      'Yusuf broke something.',
      'Yasmin slipped on the stairs.',
    ],
  ],
  [
    [
      line(
        "Let's go with the cheaper supplier, Halvorsen, they quoted eighteen nine, and Kessler wanted twenty-two and a half thousand.",
      ),
    ],
    [
      'They choose Halvorsen, the cheaper supplier.',
      'Kessler wanted 22,500.',
      'Halvorsen was cheaper than Kessler.',
      'Halvorsen quoted 18.9.',
      'Kessler asked for 22.5 thousand.',
    ],
    [
      'They choose Kessler Brothers Ltd.',
      'Kessler wanted 25,200.',
      'Halvorsen quoted 19.8.',
      'Halvorsen wanted 22.5 million.',
      'They choose the more expensive supplier.',
    ],
  ],
  [
    [line("In twenty fifteen we had nine hundred members, now it's barely six fifty.", 'Treasurer')],
    [
      'In 2015 there were 900 members.',
      'Now there are barely 650 members.',
      'Membership has fallen from 900 to 650.',
      'The treasurer says they had 900 members in 2015.',
    ],
    [
      'In 2015 there were 690 members.',
      'Now there are 900,000 members.',
      'In 2005 there were 900 members.',
      'Membership has risen to 650.',
      'There are barely 6.5 members.',
      'In 2015 there were nine members.',
    ],
  ],
  [
    [line("I can't promise anything, but I'll try to get the samples to you by noon tomorrow.", 'Wen')],
    [
      'Wen cannot promise anything.',
      'Wen will try to deliver the samples by noon tomorrow.',
      'The samples may arrive by 12:00 tomorrow.',
      'Wen will try to send the samples by noon tomorrow but makes no promise.',
      'Attempt to deliver samples by noon',
    ],
    [
      'Wen promises the samples by noon tomorrow.',
      'Wen will try to get the samples by midnight tomorrow.',
      'The samples arrived yesterday.',
      'Wen delivers the samples to Hamburg by noon.',
      'Wen will try to get the samples by 2 pm tomorrow.',
    ],
  ],
  [
    [line('yeah we shipped it on the twenty second, eleven pallets, and elena signed for it', 'Speaker 1')],
    [
      'It was shipped on the 22nd.',
      'Eleven pallets were shipped.',
      'Elena signed for the delivery.',
      'They shipped 11 pallets and Elena signed.',
      'Speaker 1 says that Elena signed for it.',
    ],
    [
      'It was shipped on the 21st.',
      'Twelve pallets were shipped.',
      'Helena Markova signed for it.',
      'It was shipped on May 22.',
      'Elena did not sign for it.',
      'Twenty-two pallets were shipped.',
      'Speaker 2 says that Elena signed for it.',
    ],
  ],
  [
    [
      line(
        "The committee hasn't decided yet. I'd guess they'll say yes, but don't quote me on that.",
        'Noor',
      ),
    ],
    [
      'The committee has not decided yet.',
      'Noor guesses that they will say yes.',
      'No decision has been made yet.',
      'Noor expects the committee to say yes.',
      'The decision is still open.',
    ],
    [
      'The committee has decided.',
      'The committee said no.',
      'The committee decided on Monday.',
      'Noor Hassan decided.',
    ],
  ],
  [
    [line("Our NPS went from thirty-one to forty-four in a year, that's the good news.")],
    [
      'The NPS rose from 31 to 44 in a year.',
      'NPS went from 31 to 44 within one year.',
      'NPS is up to 44.',
      'Good news: NPS at 44',
    ],
    [
      'The NPS rose from 13 to 44.',
      'The NPS fell from 44 to 31.',
      'The NPS rose by 13 points.',
      'The NPS rose from 31 to 44 percent.',
      'The NPS rose from 31 to 44 in a month.',
      'The CSAT went from 31 to 44.',
    ],
  ],
  [
    [line("Sorry, I misspoke, it's not Gate B twelve, it's Gate C twelve, boarding at quarter to seven.")],
    [
      'It is Gate C12.',
      'Boarding is at 6:45.',
      'The gate is C 12, not B 12.',
      'Boarding starts at a quarter to seven.',
    ],
    ['It is Gate D12.', 'Boarding is at 7:15.', 'Boarding is at 7:45.', 'It is Gate C 20.'],
  ],
  [
    [line('Grandma Rosa made the best gnocchi, she never used eggs, just potatoes and flour.', 'Luca')],
    [
      'Rosa never used eggs in her gnocchi.',
      'Luca says that his grandma made the best gnocchi.',
      'She used only potatoes and flour.',
      'Grandma Rosa made gnocchi without eggs.',
      'The gnocchi contained no eggs.',
    ],
    [
      'Rosa used eggs in her gnocchi.',
      'Grandma Maria made the best gnocchi.',
      'She never used potatoes.',
      'The gnocchi were made with eggs.',
      'Grandma Rosa made the worst gnocchi.',
    ],
  ],
  [
    [
      line(
        "We need a second signature, otherwise the bank, that's Nordbank, won't release the hundred and ten thousand.",
      ),
    ],
    [
      'A second signature is needed.',
      'Without a second signature, Nordbank will not release the 110,000.',
      'Nordbank requires a second signature.',
      'The bank will not release 110,000 without a second signature.',
    ],
    [
      'Nordbank released the 110,000.',
      'Nordbank will release 110,000 without a second signature.',
      'Sudbank will not release the 110,000.',
      'Nordbank will not release the 1,100.',
      'A third signature is needed.',
    ],
  ],
  [
    [
      line("Objection, your honour, the witness already said she wasn't in the room.", 'Counsel'),
      line('Sustained.', 'Judge'),
    ],
    [
      'The counsel objects.',
      'The witness said she was not in the room.',
      'The judge sustained the objection.',
      'The witness was not in the room.',
    ],
    [
      'The witness was in the room.',
      'The judge overruled the objection.',
      'The witness said she was in the room.',
      'Counsel Perry Mason objects.',
    ],
  ],
  [
    [
      line(
        "It took Magellan's crew almost three years, from September fifteen nineteen to September fifteen twenty-two, and eighteen men came home.",
        'Teacher',
      ),
    ],
    [
      "It took Magellan's crew almost three years.",
      'The voyage lasted from September 1519 to September 1522.',
      'Only 18 men came home.',
      '18 men returned from the voyage.',
      "Magellan's crew returned in September 1522.",
    ],
    [
      'It took almost four years.',
      'The voyage lasted from 1519 to 1525.',
      'Only 80 men came home.',
      'The voyage began in October 1519.',
      "Columbus's crew needed three years.",
      'Nobody came home.',
    ],
  ],
  [
    [line("If you don't wear gloves, the acid will burn you, it's thirty percent, so gloves, always.")],
    [
      'One must always wear gloves.',
      'The acid is 30 percent.',
      'Without gloves the acid burns.',
      'If you do not wear gloves, the acid will burn you.',
      'Gloves are always required because of the 30% acid.',
    ],
    [
      'The acid is 13 percent.',
      'The acid is 30 degrees.',
      'You never need gloves.',
      'The acid will not burn you.',
      'Gloves are not needed.',
    ],
  ],
  [
    [line('Next slide. Sales by region: EMEA thirty-eight million, APAC twenty-one, Americas forty.')],
    [
      'EMEA sold 38 million.',
      'Sales in EMEA were 38 million.',
      'The Americas reached 40.',
      'Sales by region',
      'EMEA: 38 million, APAC: 21 million',
    ],
    ['EMEA sold 83 million.', 'APAC sold 38 billion.', 'LATAM sold 40 million.', 'EMEA sold $38 million.'],
  ],
];
