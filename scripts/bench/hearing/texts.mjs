import { readFileSync } from 'node:fs';

/** What the synthetic voices read. Two texts a language: one for each half, so that no sentence is in both. */
export const ENGLISH = {
  fit: [
    'Welcome to the weekly meeting. Today we talk about the budget for next year and the new office. The rent went up by ten percent, so we need to find another building before the end of March. Please send me your ideas by Friday.',
    'The train leaves the station at seven in the morning and arrives in the city two hours later. Bring a warm coat and good shoes, because we will walk along the river for most of the day.',
    'First wash the potatoes and cut them into small pieces. Heat the oil in a large pan, add the onions and wait until they are brown. Then put everything together and let it cook for half an hour.',
  ],
  unseen: [
    'Good evening. The government has announced a new plan for public schools. Teachers will get smaller classes and more time to prepare. The first changes begin in September, and parents can read the details on the web site.',
    'This lesson is about the history of the telephone. Before it was invented, people wrote letters and waited for weeks. The first call was made in a small room, and only a few words were spoken.',
    'To replace the battery, turn the machine off and open the cover at the back. Remove the two screws, lift the old battery out, and put the new one in with the label facing up.',
  ],
};

export const OTHERS = {
  de: 'Guten Morgen und herzlich willkommen zu unserer Sitzung. Heute sprechen wir über den Haushalt für das nächste Jahr und über das neue Büro. Die Miete ist gestiegen, deshalb müssen wir bis Ende März ein anderes Gebäude finden.',
  es: 'Buenos días y bienvenidos a la reunión de esta semana. Hoy vamos a hablar del presupuesto para el próximo año y de la nueva oficina. El alquiler ha subido y tenemos que encontrar otro edificio antes de finales de marzo.',
  fr: "Bonjour et bienvenue à la réunion de cette semaine. Aujourd'hui nous parlons du budget de l'année prochaine et du nouveau bureau. Le loyer a augmenté, il faut donc trouver un autre bâtiment avant la fin du mois de mars.",
  ru: 'Доброе утро и добро пожаловать на нашу встречу. Сегодня мы говорим о бюджете на следующий год и о новом офисе. Аренда выросла, поэтому нам нужно найти другое здание до конца марта.',
  pl: 'Dzień dobry i witamy na naszym spotkaniu. Dzisiaj rozmawiamy o budżecie na przyszły rok i o nowym biurze. Czynsz wzrósł, dlatego musimy znaleźć inny budynek przed końcem marca.',
  nl: 'Goedemorgen en welkom bij de vergadering van deze week. Vandaag praten we over de begroting voor volgend jaar en over het nieuwe kantoor. De huur is gestegen, dus we moeten voor eind maart een ander gebouw vinden.',
  it: "Buongiorno e benvenuti alla riunione di questa settimana. Oggi parliamo del bilancio per il prossimo anno e del nuovo ufficio. L'affitto è aumentato, quindi dobbiamo trovare un altro edificio prima della fine di marzo.",
  pt: 'Bom dia e bem-vindos à reunião desta semana. Hoje falamos sobre o orçamento para o próximo ano e sobre o novo escritório. O aluguel subiu, por isso precisamos encontrar outro prédio antes do fim de março.',
  sv: 'God morgon och välkomna till veckans möte. I dag talar vi om budgeten för nästa år och om det nya kontoret. Hyran har gått upp, så vi måste hitta en annan byggnad före slutet av mars.',
  fi: 'Hyvää huomenta ja tervetuloa tämän viikon kokoukseen. Tänään puhumme ensi vuoden budjetista ja uudesta toimistosta. Vuokra on noussut, joten meidän on löydettävä toinen rakennus ennen maaliskuun loppua.',
  tr: 'Günaydın ve bu haftaki toplantıya hoş geldiniz. Bugün gelecek yılın bütçesinden ve yeni ofisten söz ediyoruz. Kira arttı, bu yüzden mart ayının sonundan önce başka bir bina bulmamız gerekiyor.',
  hu: 'Jó reggelt, és üdvözlöm önöket a heti megbeszélésen. Ma a jövő évi költségvetésről és az új irodáról beszélünk. A bérleti díj emelkedett, ezért március vége előtt másik épületet kell találnunk.',
};

/** Half a minute each of what is said in films of the search benchmark's set for fitting. */
export const TALKS = JSON.parse(
  readFileSync(new URL('../search/a/films-01.json', import.meta.url), 'utf8'),
).map(({ lines }) =>
  lines
    .map(({ text }) => text)
    .filter((text) => !/[';]/.test(text))
    .slice(0, 7)
    .join(' '),
);

/** Texts of twelve sentences each, which are in no other set. */
export const LATER = [
  [
    'The library opens at nine and closes when the last reader has gone home.',
    'We counted forty three geese on the lake before the fog came down.',
    'Nobody remembers who planted the pear tree behind the school.',
    'If the handle feels loose, tighten both screws with the small key.',
    'My grandmother kept her letters in a biscuit tin under the bed.',
    'The committee voted against the plan by seven to four.',
    'You can reach the summit in three hours if the snow is hard.',
    'Stir the flour in slowly so that no lumps are left in the sauce.',
    'The last bus to the harbor leaves from the north side of the square.',
    'After the storm, half of the village had no power for a week.',
    'Doctors advise people to drink more water during the summer months.',
    'The new bridge will carry two lanes of traffic and a path for bicycles.',
  ].join(' '),
  [
    'She asked the driver to wait while she looked for her ticket.',
    'Our profit fell last quarter because the price of steel went up.',
    'Keep the receipt, because the guarantee is good for two years.',
    'The painter used almost no red until he was fifty years old.',
    'Please mute your microphone when somebody else is speaking.',
    'A young owl can turn its head nearly all the way around.',
    'The judge asked both sides to hand in their papers by Monday.',
    'We moved the heavy table to the window to get more light.',
    'The museum has collected more than nine thousand old radios.',
    'First check that the valve is closed, then remove the cover.',
    'The children laughed so hard that the teacher had to sit down.',
    'It rained on Tuesday, but the match was played anyway.',
  ].join(' '),
  [
    'The river is too shallow for big ships above the second lock.',
    'He sold his car and bought a boat with the money.',
    'Every morning the baker brings six loaves to the hotel kitchen.',
    'The company hopes to hire two hundred workers in the spring.',
    'Do not open the oven during the first twenty minutes.',
    'The general refused to speak to reporters after the meeting.',
    'There is a small shop on the corner where they repair watches.',
    'The patient was sent home with a bandage and some strong advice.',
    'In nineteen twelve the town had three theaters and no hospital.',
    'Turn left at the church and follow the wall for half a mile.',
    'The engine makes a strange noise whenever we go up a hill.',
    'Most of the visitors come to see the garden and the fountain.',
  ].join(' '),
  [
    'I would rather walk than wait another hour in this room.',
    'The scientists measured the temperature of the soil every ten minutes.',
    'Her brother plays the piano in a bar near the railway station.',
    'The mayor promised to plant a thousand trees before the winter.',
    'You will need a sharp knife, a board and a clean towel.',
    'The signal was weak, so we climbed onto the roof.',
    'Three of the five candidates have already left the race.',
    'Water boils at a lower temperature high up in the mountains.',
    'The film was shot in black and white over eleven days.',
    'Somebody left a wet umbrella against my office door.',
    'The farmer walks around the field twice before he starts the machine.',
    'They found a gold coin under the floor of the old kitchen.',
  ].join(' '),
  [
    'The second chapter explains how the heart moves blood around the body.',
    'Send the invoice to the address at the bottom of the page.',
    'The goalkeeper hurt his shoulder and could not finish the game.',
    'All passengers must show their passport before they board the ship.',
    'The moon was so bright that we could read the map.',
    'Farmers in the valley say that the harvest was the worst in years.',
    'Put the batteries in with the flat end facing the spring.',
    'The queen visited the hospital and spoke with several nurses.',
    'I forgot to tell you that the meeting was moved to Thursday.',
    'The floor is still wet, so be careful near the stairs.',
    'Two engineers worked through the night to repair the network.',
    'The story begins with a man who cannot remember his own name.',
  ].join(' '),
  [
    'Our neighbors have a dog that barks at every truck.',
    'The price of bread has doubled since the beginning of the war.',
    'Press the green button twice to start the copy.',
    'The lake freezes in December and stays frozen until April.',
    'She learned to swim when she was sixty one.',
    'The orchestra will play in the park if the weather is fine.',
    'A long crack runs along the ceiling above the bathtub.',
    'The teacher drew a circle on the board and divided it into six parts.',
    'Nothing in the contract says that we must pay for the damage.',
    'The island has one road, two farms and about a hundred people.',
    'Before you paint the wall, wash it with warm water and soap.',
    'The minister said that taxes would not rise this year.',
  ].join(' '),
  [
    'The horse stopped at the gate and would not go any further.',
    'We have tested the software on eleven different phones.',
    'The wind blew the tent into the river during the night.',
    'He opened the envelope with a spoon because there was no knife.',
    'The bakery sells out of fresh rolls long before noon.',
    'The pilot told us to fasten our belts and stay calm.',
    'Good shoes are more important than a good jacket on this path.',
    'Police are looking for a man in a brown leather coat.',
    'The box was too large to fit through the front door.',
    'At the end of the lesson, write down three things that you have learned.',
    'The bees return to the hive when the clouds get dark.',
    'Someone has to feed the cat while we are on holiday.',
  ].join(' '),
  [
    'The factory produces nine hundred bottles an hour.',
    'Her first novel was read by almost nobody.',
    'The nurse writes the time and the dose on the chart.',
    'We should cancel the order before they send it.',
    'The castle stands on a rock above the town.',
    'Add a pinch of salt, a spoon of honey and the juice of a lemon.',
    'The driver of the second truck was not hurt.',
    'The old clock on the tower has been wrong since last winter.',
    'It takes about four minutes for the light to turn green.',
    'The students built a small boat out of paper and wax.',
    'The bank will be closed on Friday because of the holiday.',
    'My uncle repairs fishing nets in a shed beside the beach.',
  ].join(' '),
  [
    'The rules of the game are simple, but it is hard to win.',
    'A thin layer of ice covered the windows of the car.',
    'The photograph shows four women in front of a brick house.',
    'Remember to save your work before you close the program.',
    'The committee thanked the cook for a wonderful dinner.',
    'The tunnel is twelve miles long and took nine years to build.',
    'The wolf followed the sheep along the edge of the forest.',
    'There were no seats left, so we stood at the back of the hall.',
    'The plumber promised to come on Wednesday between ten and noon.',
    'The play ends with a wedding, a song and a terrible secret.',
    'Many of these words were brought here by sailors and merchants.',
    'The oldest part of the hospital was once a prison.',
  ].join(' '),
];

/** Without accents: some voices know no others. */
export function plain(text) {
  return text.normalize('NFD').replace(/[^\x20-\x7e]/g, '');
}
