/** Sentences that meet a rubric, and others that only look like it. */
export interface Half {
  readonly met: readonly string[];
  readonly near: readonly string[];
}

/** A rubric with sentences, labelled before its patterns were read: half of them for tuning, half never used for it. */
export interface Kind {
  readonly rubric: string;
  readonly tuned: Half;
  readonly held: Half;
}

export const KINDS: Readonly<Record<'thanks' | 'task' | 'rule' | 'promise' | 'amount', Kind>> = {
  thanks: {
    rubric: 'Somebody thanks somebody else.',
    tuned: {
      met: [
        'Many thanks to everyone who stayed late last night.',
        'We are grateful to the fire brigade for their quick response.',
        "I'd like to thank our volunteers for three wonderful days.",
        'A big thank-you goes to the kitchen staff.',
        'Thanks, Priya, that was very kind of you.',
        'Cheers for fixing the projector, mate.',
        'Our thanks go out to the families who opened their homes.',
      ],
      near: [
        'Thanks to the heavy rain, the match was cancelled.',
        'No thanks, I have already eaten.',
        'House prices appreciated by nine percent last year.',
        'Thank goodness the brakes worked.',
        'The value of the shares may appreciate over time.',
        'Thanks to a new valve the pump runs quietly.',
        'The thankless job of cleaning falls to the interns.',
        "I don't appreciate being interrupted.",
      ],
    },
    held: {
      met: [
        'I really appreciate you stepping in at such short notice.',
        'Thanks a lot for the notes, they saved me hours.',
        'Thank you so much for having me.',
        'Let me express my gratitude to the whole crew.',
        'We owe a huge debt of gratitude to our nurses.',
        "Much appreciated, I'll look at it tonight.",
        "I can't thank you enough for this.",
      ],
      near: [
        'We are flying home for Thanksgiving.',
        'Nobody ever thanked the engineer.',
        'You never say thank you when I cook.',
        "Thank God it's Friday.",
        'She asked why gratitude matters in a team.',
        'How do you say thank you in Japanese?',
        'He should have thanked the doctor.',
        'The letter of thanks was never posted.',
      ],
    },
  },
  task: {
    rubric: 'A task is given to a person by name.',
    tuned: {
      met: [
        'Marta, can you book the room for Tuesday?',
        'Could you, Hannah, check the numbers again?',
        "I'd like Sofia to write the summary.",
        "Let's have Rachel call the supplier.",
        'The draft is yours, Karl, have it ready by Monday.',
        'Lucy is going to prepare the slides.',
        'Erik should talk to the landlord by Friday.',
        'Grace, would you mind printing the handouts?',
      ],
      near: [
        'Marta booked the room on Tuesday.',
        'Hannah, how are you today?',
        'Tom took over the invoices last year.',
        'Ben, you were right about the weather.',
        'Sofia wrote a lovely summary.',
        'Daniel sends his contracts to legal.',
        'Today, please remember to drink enough.',
        'Erik talked to the landlord.',
      ],
    },
    held: {
      met: [
        'Oliver, please order the paint before noon.',
        'Tom will take over the invoices from next week.',
        'Ben, you take the minutes today.',
        'Priya, make sure the doors are locked by six.',
        'Please send the contract to legal, Daniel.',
        'Omar needs to renew the licence this month.',
        'I am asking Nina to collect the badges.',
        'We agreed that Victor handles the shipping.',
      ],
      near: [
        'Oliver, thank you for coming.',
        'Berlin, please come in, do you read us?',
        'Please take a seat, ladies and gentlemen.',
        'Please close the window.',
        'Well, please send it when you can.',
        'Lucy prepared the slides yesterday.',
        'Omar renewed his licence in March.',
        'Christmas will come early this year.',
      ],
    },
  },
  rule: {
    rubric: 'A rule is stated: what is forbidden, allowed or required.',
    tuned: {
      met: [
        'The house rules forbid smoking on the balcony.',
        'Dogs are not allowed in the pool area.',
        'You may not bring glass bottles into the stadium.',
        'Parking here is strictly prohibited.',
        'Under no circumstances should you open the valve.',
        'The law bans fireworks near hospitals.',
        'It is against the rules to leave bikes in the hallway.',
        'Our policy does not permit refunds after thirty days.',
      ],
      near: [
        'It must have been raining all night.',
        'As a rule I get up at six.',
        'God forbid anything happens to her.',
        'The forbidden city attracts many visitors.',
        'You must try the apple cake, it is delicious.',
        'He might not come to the stadium.',
        'The permit arrived by post this morning.',
        'In the seventies helmets were rare.',
      ],
    },
    held: {
      met: [
        'Visitors must sign in at the front desk.',
        'Helmets are mandatory beyond this gate.',
        'The contract prohibits subletting.',
        'Employees are required to report every accident.',
        'No food or drink in the library.',
        'All bags have to be checked before boarding.',
        'Everyone on site is obliged to wear a vest.',
        'Children under twelve need to be accompanied by an adult.',
        'Está prohibido aparcar delante de la puerta.',
      ],
      near: [
        'You must be tired after the journey.',
        'The ruler was forty years on the throne.',
        'I forgot to bring the bottle into the stadium.',
        'She allowed herself a short break.',
        'They ruled the valley for two centuries.',
        'Smoking was common on the balcony in the sixties.',
        'There was no food left in the house.',
        'The banned film became famous.',
      ],
    },
  },
  promise: {
    rubric: 'Somebody promises to do something.',
    tuned: {
      met: [
        'I will send you the report by Thursday.',
        'We will refund the full price within a week.',
        'You have my word, the roof will be finished by May.',
        'I am going to fix the gate on Saturday.',
        'I shall return the books on Monday.',
        "I'll make sure nobody disturbs you.",
        'I can have the draft ready by noon tomorrow.',
        'We commit to halving the waste by next summer.',
      ],
      near: [
        'I will never understand opera.',
        'I sent you the report on Thursday.',
        "We'll see what happens.",
        'The will was read on Monday.',
        "I'll bet you did not know that.",
        'You will find the keys on the table.',
        'The guarantee expired two years ago.',
        'Somebody will have to pay for this.',
      ],
    },
    held: {
      met: [
        "I'll call you back this afternoon.",
        'I promise to water the plants.',
        "You'll have the keys by tomorrow morning.",
        "We'll get back to you by the end of the month.",
        "Leave it with me, I'll sort it out tonight.",
        'We guarantee delivery in two days.',
        "I'll bring the projector tomorrow.",
        'I will personally check every cable before Friday.',
      ],
      near: [
        'It will rain on Thursday.',
        'Will I ever see the sea again?',
        'If I were rich I would buy the farm.',
        'He broke his promise again.',
        'A promising young player joined the team.',
        "I'm going to be sick.",
        "I'll be honest, the soup was cold.",
        'I think I will be cold up there.',
      ],
    },
  },
  amount: {
    rubric: 'An amount of money is mentioned.',
    tuned: {
      met: [
        'The flat costs 1,150 a month.',
        'The rent is 875 per month plus heating.',
        'We raised £3,400 for the new organ.',
        'A new engine would set us back about four grand.',
        'She earns 19.50 an hour.',
        'They offered us 2.3 million for the land.',
        'The fine is 35 pounds.',
        'He sold the boat for 7,800.',
      ],
      near: [
        'The town has 1,150 inhabitants.',
        'We walk 12 kilometres a day.',
        'Water boils at 100 degrees.',
        'Take two tablets a day.',
        'She weighs sixty kilos.',
        'The museum has 30,000 visitors a year.',
        'The euro was introduced in 2002.',
        'The grand piano stands in the hall.',
      ],
    },
    held: {
      met: [
        'They pay her 42,000 a year.',
        'It went for twelve hundred dollars at auction.',
        'The ticket was nine euros fifty.',
        'The repair came to 260 euros.',
        'The fee is fifteen dollars per person.',
        'Insurance comes to 640 a year.',
        'We owe the bank 12k.',
        'The coffee costs 3.20 now.',
      ],
      near: [
        'The dam was finished in 1987.',
        'The trial took 14 months.',
        'He runs 400 metres in under a minute.',
        'The train leaves at 9:50.',
        'Chapter 12 starts on page 240.',
        'We produce 900 bottles a month.',
        'It rained on 180 days a year.',
        'He scored 38 points in March.',
      ],
    },
  },
};
