/** A question, a line that answers it, and a line of the same talk that does not. */
export type Example = readonly [question: string, answer: string, other: string];

/** Our own: none of them is in the sets that the likelihood was fitted and measured on. */
export const EXAMPLES: readonly Example[] = [
  [
    'When can boats come in?',
    'The harbour opens at nine in the morning.',
    'The old crane on the quay is going to be painted green.',
  ],
  [
    'Who broke a bone on holiday?',
    'My brother broke his leg while skiing in Austria.',
    'We had snow up to the windows the whole week.',
  ],
  [
    'why the delivery was late',
    'The truck was stuck behind an accident for three hours.',
    'Each box holds twelve bottles, packed in straw.',
  ],
  [
    'How hot should the oven be?',
    'Heat it to two hundred and twenty degrees before the loaf goes in.',
    'My grandmother always used flour from the mill down the road.',
  ],
  [
    'what the new tenants pay each month',
    'The rent is eight hundred and fifty, and heating comes on top.',
    'The stairs were cleaned twice last week.',
  ],
  [
    'Which medicine must not be taken with alcohol?',
    'Please do not drink any wine as long as you are on these tablets.',
    'You can pick up the prescription at the front desk.',
  ],
  [
    'the moment when the goalkeeper is injured',
    'He dives for the ball, hits the post with his shoulder and stays down.',
    'The stadium is sold out for the first time this season.',
  ],
  [
    'How do I reset my password?',
    'Click on the link below the sign-in form and we mail you a new code.',
    'Your invoice is always under the menu at the top right.',
  ],
  [
    'Where are the spare keys kept?',
    'The second set hangs on a hook inside the electricity cupboard.',
    'The caretaker comes on Tuesdays and Fridays.',
  ],
  [
    'someone apologises for being impolite',
    'I am sorry for the way I spoke to you yesterday, that was out of line.',
    'We should have the figures for the board by noon.',
  ],
  [
    'What makes the engine overheat?',
    'There was hardly any coolant left, the hose leaks at the clamp.',
    'This model was built for eleven years in the same factory.',
  ],
  [
    'How old was the composer when he died?',
    'He was only thirty-one years of age, and nobody came to the funeral.',
    'The second movement begins with the cello alone.',
  ],
  [
    'pruning the fruit trees',
    'Cut the apple branches back in late winter, before the buds swell.',
    'The greenhouse lost two panes in the storm.',
  ],
  [
    'Is there a discount for students?',
    'With a university card you get in for half the price.',
    'The last tour starts an hour before we close.',
  ],
  [
    'a child is afraid of the dark',
    'My daughter cannot fall asleep unless the lamp in the hall is on.',
    'She starts school after the summer, together with her cousin.',
  ],
  [
    'How many people work there?',
    'We have about sixty employees, most of them in the workshop.',
    'The canteen serves soup on Thursdays.',
  ],
  [
    'What should be done in case of fire?',
    'Leave by the nearest exit, do not use the lift, and wait at the car park.',
    'This floor was renovated two years ago.',
  ],
  [
    'they decide to postpone the launch',
    'Fine, then we agree that the release moves to the first week of March.',
    'The logo on the box should be a little larger.',
  ],
  [
    'Why did the river turn brown?',
    'All that rain washed the soil off the fields and into the water.',
    'Herons have been nesting on the island since the seventies.',
  ],
  [
    'the cheapest way to travel to the airport',
    'The bus costs three euros, a taxi is at least forty.',
    'Check-in for this flight opens at five.',
  ],
  [
    'What did the burglars steal?',
    'They took the silver cutlery and both laptops, and left the paintings.',
    'Our neighbours were at the theatre that evening.',
  ],
  [
    'Can I bring my dog?',
    'Pets are welcome on the ground floor as long as they are on a lead.',
    'Breakfast is from seven to ten in the winter garden.',
  ],
  [
    'how the vote ended',
    'Nineteen were in favour, four against, so the motion is carried.',
    'The microphones in this room are rather old.',
  ],
  [
    'She explains what she did before she became a nurse.',
    'I used to drive a tram for ten years, and then I went back to school.',
    'Nights on the ward are quiet in August.',
  ],
  [
    'connecting the printer without a cable',
    'Hold the wireless button until it blinks, then choose its name on your phone.',
    'Two reams of paper are left in the cabinet.',
  ],
  [
    'What is wrong with the roof?',
    'Several tiles have slipped, and water drips into the attic when it pours.',
    'The garden faces south and gets sun until the evening.',
  ],
  [
    'How long does the battery last?',
    'One charge is enough for two days if you keep the screen dim.',
    'It comes in black, white and a rather loud orange.',
  ],
  [
    'a customer wants the money back',
    'I would like a refund, the shoes fell apart after a week.',
    'Our shop in the old town closes at eight.',
  ],
  [
    'Which planet is the hottest?',
    'Venus is warmer than Mercury because its thick air traps the heat.',
    'The telescope on the hill is open to visitors in clear nights.',
  ],
  [
    'advice against a cold',
    'Sleep a lot, drink hot tea, and stay away from your colleagues.',
    'The waiting room has new chairs at last.',
  ],
  [
    'What was found under the floor?',
    'The carpenters lifted the boards and discovered a tin full of letters.',
    'The house belonged to a family of bakers.',
  ],
  [
    'When is the exam?',
    'You write the test on the second Monday in June, in the large hall.',
    'Chapter four is about rivers and their deltas.',
  ],
  [
    'the speaker does not trust the numbers',
    'To be honest, I doubt that these statistics are right.',
    'Could somebody open a window, please.',
  ],
  [
    'How is the cheese stored?',
    'It ripens for nine months on spruce shelves in a cool cellar.',
    'We milk forty cows twice a day.',
  ],
  [
    'Who is going to tell the client?',
    'I will call Mrs Lindqvist this afternoon and explain it to her.',
    'The contract has three appendices.',
  ],
  [
    'what frightened the horses',
    'A firework went off behind the stable, and the mares bolted.',
    'The saddle was a present from her uncle.',
  ],
  [
    'Why is the bridge closed to lorries?',
    'Its bearings are cracked, so nothing above seven tonnes may cross.',
    'In spring there is a market on both banks.',
  ],
  [
    'a singer talks about stage fright',
    'Before every concert my hands shake and I want to run away.',
    'We recorded this album in a former church.',
  ],
  [
    'How much vacation is left?',
    'You still have eleven days off that you must take by December.',
    'Please hang your badge back on the board.',
  ],
  [
    'The weather on the weekend',
    'Saturday stays dry and sunny, on Sunday thunderstorms come in from the west.',
    'This programme was brought to you by our listeners.',
  ],
];
