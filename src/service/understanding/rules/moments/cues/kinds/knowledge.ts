import type { Cue } from '../types.ts';

/** What people know, ask, remember, admit and reconsider. */
export const knowledge: readonly Cue[] = [
  {
    id: 'admission',
    asked:
      /\b(?:admi(?:t|ts|tted|ssions?)|own(?:s|ed|ing)? up|confess\w*|(?:own|their) (?:mistakes?|faults?|errors?|slips?)|mistakes? (?:of their own|admitted)|takes? (?:the )?(?:blame|responsibility)|liability (?:is )?(?:admitted|accepted)|(?:at|in the) fault|(?:their|his|her) own (?:doing|omission|fault))\b/,
    includes: ['apology', 'fault', 'agreement', 'delay', 'blame'],
    said: [
      [
        0.9,
        /\b(?:my (?:fault|mistake|error|bad|doing|slip|oversight)|our (?:fault|mistake|error)|i made a mistake|i messed|i mixed|i(?:'m| am) to blame|blame me|that(?:'s| was| would be) (?:me|my|on me|on us)|it was me|i(?: was|'ve been) (?:wrong|careless|stupid|sloppy|the one who)|mea culpa|i own up|own up|i confess|i (?:have to|must|should) (?:admit|confess)|i admit|slipped my mind|embarrass\w*|we got (?:it|that|this|the \w+) wrong|i got (?:it|that|this|the \w+) wrong)\b/,
      ],
      [
        0.75,
        /\bi(?:'ve| have|'d| had)? (?:also |simply |just |clean |completely |totally )?(?:forgot(?:ten)?|overlooked|misread|miscounted|misheard|mislaid|neglected|spilt|spilled|broke|dropped|lost|ruined|burnt|missed|stalled|confused|swapped|overslept|deleted|left (?:it|the|them|my)|didn't (?:check|lock|look|close|shut|read|ask|tell|switch|turn|think|notice|write|listen|pay))\b/,
      ],
      [
        0.6,
        /\b(?:i|we) (?:should(?:n't| not)? have|ought to have|failed to|put the wrong|gave (?:you|him|her|them) the wrong|took the wrong|wrote (?:down )?the wrong|ordered the wrong|sent (?:it|them|the \w+) to the wrong)\b/,
      ],
      [0.4, /\b(?:i think|i'm afraid) (?:i|my|we|our)\b/],
      [0.35, /\b(?:sorry|apologi[sz]e)\b.{0,60}\b(?:i|we|my|our)\b/],
      [-0.5, /\?$/],
      [-0.3, /\b(?:sorry to (?:hear|disturb|bother|interrupt|spoil|say)|i'm sorry for you)\b/],
    ],
    examples: [
      'I forgot to lock the gate last night, that was my mistake.',
      'It was me who left the window open.',
      "I'm sorry, I mixed up the two orders.",
      'I have to admit that I never checked the figures.',
      'We put the wrong label on the box, that is our fault.',
      'I should have called you, I just did not think of it.',
      'I broke the handle and said nothing.',
      'It slipped my mind completely, I am to blame.',
      "We didn't test it properly before we sent it out.",
    ],
  },
  {
    id: 'change',
    asked:
      /\b(?:chang(?:e|es|ed|ing) (?:of |their |his |her |one's )?(?:mind|opinion|heart|view)s?|reconsider\w*|comes? round|persuad\w*|convinc\w*|drops? an? (?:\w+ )?(?:opinion|view)|u-turn)\b/,
    includes: ['opinion', 'refusal', 'agreement', 'request', 'admission'],
    said: [
      [
        0.95,
        /\b(?:chang(?:ed|ing) my mind|on second thoughts?|i take (?:it|that) (?:all )?back|you(?:'ve| have) (?:convinced|persuaded|won me|talked me)|you talked me|talked me (?:into|round|out)|won me over|i was wrong about|come round|came round|i stand corrected|you win|never mind what i said|forget what i said|i give in|i've reconsidered|i didn't think i(?:'d| would)|against my)\b/,
      ],
      [
        0.65,
        /\b(?:i (?:used to|first|always|originally) (?:\w+ )?(?:think|thought|wanted|want|say|said|believed|hated?|was)|at first i|i (?:thought|was sure|was against|said|wanted|meant|swore|had planned|was going to|hated|was all for)\b.{3,80}\b(?:but (?:now|after|then|when|if|you)|and now|now i|actually|instead|yet|today)|(?:this morning|yesterday|earlier|a (?:minute|moment|week) ago|before) i (?:still )?(?:thought|wanted|said|was|would))\b/,
      ],
      [
        0.5,
        /\b(?:now (?:that )?i (?:see|hear|think|want|understand|know|would|feel)|in that case|after all|then i'd rather|i'd rather .{3,40} after all|no longer|(?:all right|fine|okay|well),? then\b|not any ?more|come to think of it|i'll (?:do|take|try|join|sign|come|have) it after all|actually,? (?:no|yes|i|let's))\b/,
      ],
      [-0.4, /\?$/],
    ],
    examples: [
      "I was against it, but now that I've seen it I want one too.",
      'On second thoughts, let us keep the old one.',
      "You've convinced me, I'll come along after all.",
      'I said never again, and now I would do it tomorrow.',
      'All right then, forget what I said, we do it your way.',
      'At first I hated the colour, now I would not have any other.',
      "I wanted to sell it, but I think I'll keep it.",
      'Well, if it is like that, then I take back my no.',
    ],
  },
  {
    id: 'memory',
    asked:
      /\b(?:memor(?:y|ies)|remember\w*|reminisc\w*|childhood|anecdotes?|personal (?:stor(?:y|ies)|experiences?)|own past|lived through|long ago|in the past)\b/,
    said: [
      [
        0.75,
        /\b(?:when i was|as a (?:child|boy|girl|kid|student|young)|years ago|my (?:grand(?:mother|father)|father|mother|aunt|uncle|old boss|first (?:job|year))|i grew up|back then|in those days|i remember|used to|since i was|in my (?:day|youth|first))\b/,
      ],
      [
        0.3,
        /\b(?:was|were|had|did|came|went|kept|told|said)\b.*\b(?:i|my|we|our)\b|\b(?:i|my|we|our)\b.*\b(?:was|were|had|did|came|went|kept|told|said)\b/,
      ],
      [
        0.4,
        /\b(?:i|we|my)\b.*\b(?:once|one (?:day|night|time|winter|summer)|that (?:night|winter|summer|year|day)|for (?:\w+ )?(?:nights|days|years))\b/,
      ],
      [-0.4, /\b(?:yesterday|this morning|last (?:week|night)|today)\b|\?$/],
    ],
    examples: [
      'When I was a child we had no electricity in the house.',
      'My grandmother baked in that oven forty years ago.',
      'In my first year as a nurse I fainted at the sight of blood.',
      'I grew up on an island without cars.',
    ],
  },
  {
    id: 'definition',
    asked: /\b(?:defin\w*|explains? (?:what|a term)|terms?\b|meaning of|glossary)\b/,
    said: [
      [
        0.75,
        /\b(?:is called|are called|we call|means|that's (?:what|the|an?)|refers to|is defined|stands for|in other words|is (?:an?|the) (?:kind|sort|type) of|is when)\b/,
      ],
    ],
    examples: [
      'Yeast is a fungus that turns sugar into gas.',
      'By margin we mean the difference between price and cost.',
      'This part is called the keel.',
    ],
  },
  {
    id: 'cause',
    asked: /\b(?:causes?|reasons?|why (?:it|something|they)|explanations?|because)\b/,
    said: [
      [
        0.75,
        /\b(?:because|due to|that's why|which is why|the reason|therefore|as a result|caused by|comes? from (?:not|the|having|being|too)|owing to|thanks to the|that's what (?:did|caused|broke|made)|since (?:you|he|she|it|we|they|there|i) (?:is|are|has|have|was|were|had|can't|didn't|doesn't|don't))\b/,
      ],
    ],
    examples: [
      'It broke because the bolt was rusty.',
      "That's why the bread didn't rise.",
      'The delay was caused by the storm.',
    ],
  },
  {
    id: 'example',
    asked: /\b(?:examples?|instances? of|illustrat\w*)\b(?! do)/,
    said: [
      [
        0.85,
        /\b(?:for example|for instance|such as|e\.g\.|let's say|say you|imagine|suppose|take the case)\b/,
      ],
    ],
    examples: ['For example, a whale is a mammal and not a fish.', 'Take the case of a small bakery.'],
  },
  {
    id: 'comparison',
    asked: /\b(?:compar\w*|contrasts?|differences?|better or worse|versus)\b/,
    said: [
      [
        0.7,
        /\b(?:\w+er than|more \w* ?than|less \w* ?than|fewer than|compared|as \w+ as|unlike|whereas|in contrast|instead of|twice as|half as|difference|the same as)\b/,
      ],
    ],
    examples: [
      'The new one is twice as fast as the old one.',
      'Compared with last year we sold less.',
      'Oak lasts longer than pine.',
    ],
  },
  {
    id: 'opinion',
    asked: /\b(?:opinions?|views?|(?<!(?:folk|popular|widespread) )beliefs?|judg(?:e?ments?|es)|assess\w*)\b/,
    said: [
      [
        0.65,
        /\b(?:i think|in my (?:opinion|view)|i believe|i feel|if you ask me|i find|as far as i|i'd say|to my mind|personally)\b/,
      ],
    ],
    examples: ['In my opinion the first version was better.', 'If you ask me, it is too expensive.'],
  },
  {
    id: 'uncertainty',
    includes: ['admission', 'estimate'],
    asked:
      /\b(?:uncertain\w*|doubt\w*|unsure|hesitat\w*|undecided|not (?:being )?sure|not know(?:ing)?|(?:own )?ignorance)\b/,
    said: [
      [
        0.7,
        /\b(?:i don't know|not sure|no idea|maybe|perhaps|might|i doubt|hard to say|who knows|we'll see|i suppose|i wonder)\b/,
      ],
    ],
    examples: ["I'm not sure whether that is right.", 'Who knows, maybe it works, maybe not.'],
  },
  {
    id: 'greeting',
    asked: /\b(?:greet\w*|welcom\w*|hellos?|salutations?)\b/,
    said: [
      [
        0.8,
        /^(?:hello|hi|hey|good (?:morning|evening|afternoon|day)|morning|welcome|evening)\b|\bwelcome to\b|\bnice to meet\b/,
      ],
    ],
    examples: ['Good morning everybody, welcome to the show.', 'Hello, nice to meet you.'],
  },
  {
    id: 'goodbye',
    asked: /\b(?:goodbyes?|farewells?|closing remarks?|sign-?offs?|says? bye)\b/,
    said: [
      [
        0.85,
        /\b(?:goodbye|bye|see you (?:tomorrow|next|soon|on|then|there)|take care|good night|until next time|have a (?:nice|good|great|safe)|farewell|so long)\b/,
      ],
    ],
    examples: ['Goodbye, see you next week.', 'Take care and have a safe trip home.'],
  },
  {
    id: 'introduction',
    asked:
      /\b(?:introduc\w*|introduces? (?:themsel\w*|himself|herself)|says? (?:their|his|her) name|who (?:is )?speak\w*)\b/,
    said: [
      [
        0.8,
        /\b(?:my name is|i'm called|let me introduce|this is (?:my|our)|i(?:'m| am) (?:the|your|a) (?:new |head |chief )?\w+(?: of| at| from|,|\.)|you're speaking with)\b/,
      ],
    ],
    examples: ['My name is Sarah and I run the workshop.', 'Let me introduce our new colleague.'],
  },
];
