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
