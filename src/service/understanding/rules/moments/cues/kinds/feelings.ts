import type { Cue } from '../types.ts';

/** What people feel about each other and about things, as they say it. */
export const feelings: readonly Cue[] = [
  {
    id: 'complaint',
    asked:
      /\b(?:complain\w*|displeas\w*|grumbl\w*|grievances?|dissatisf\w*|annoy\w*|frustrat\w*|unhappy|angry|anger|upset|moan\w*|outrag\w*)\b/,
    said: [
      [
        0.75,
        /\b(?:unacceptable|ridiculous|outrageous|disgrace\w*|scandal\w*|fed up|sick (?:and tired )?of|had enough|not good enough|it's not fair|isn't fair|unfair|a joke|waste of|disappoint\w*|drives? me|(?:the|what a|some) cheek\b(?!s)|shame|insult\w*|rude|appalling|last straw|enough is enough|treated|can't go on like this)\b/,
      ],
      [
        0.55,
        /\b(?:for the (?:second|third|fourth|fifth|tenth|umpteenth) time|every (?:single )?(?:time|day|morning|night|week)|again and again|once again|yet again|still (?:not|no|waiting|haven't|hasn't|nobody)|how many times|nobody (?:ever |even )?(?:told|asked|asks|bothered|bothers|listens|answers|cares|comes|thought|tells|warned|rang|called)|no one (?:ever |even )?(?:told|asked|bothered|listens|cares|warned))\b/,
      ],
      [
        0.4,
        /\b(?:always (?:me|us|the same|gets?|have to)|never (?:once )?(?:got|get|asked|answered|told|listen|works?|comes?|been)|(?:i|we)(?:'ve| have) been (?:waiting|asking|sitting|standing)|supposed to|how (?:dare|come|can (?:that|you|they|it))|what am i|why (?:should|am|do) (?:i|we)|(?:was|were) (?:promised|told)|too (?:late|loud|slow|expensive)|(?:i|we) (?:pay|paid|waited)|without (?:asking|telling|a word|even))\b/,
      ],
      [
        0.25,
        /\b(?:behind my back|over my head|left (?:me|us)|ignored?|thank you very much|because (?:of )?your?|while (?:i|we)(?:'m| am|'re| are)|who(?:'s| is) going to pay|so (?:i|we) should have)\b/,
      ],
      [-0.35, /\b(?:sorry|apologi[sz]e|thank you for|please don't)\b/],
    ],
    examples: [
      "I've been waiting for an hour and nobody has even said hello.",
      'This is the third time that you have sent me the wrong bill.',
      "It's always us who have to clean up after the others.",
      'Nobody asked us before they changed the rota, and that is not how you treat people.',
      "I'm fed up with being the last to know.",
      'You promised it for Monday, and now I am supposed to wait another week?',
      'We pay a lot of money, and the heating has not worked since November.',
      "It's not fair that I get the late shift every weekend.",
      'Great, so now I can do the whole thing again.',
      'Why do I have to suffer because somebody else was careless?',
    ],
  },
  {
    id: 'thanks',
    asked: /\b(?:thank\w*|gratitude|grateful|appreciat\w*)\b/,
    said: [
      [0.7, /\b(?:thanks|thank[ -]you|grateful|much obliged|bless you)\b/],
      [
        0.9,
        /\b(?:(?:like|want(?:ed)?|wish|have|need) to (?:\w+ )?(?:thank|express (?:\w+ )+?(?:gratitude|thanks|appreciation))|(?:i|we)(?: \w+)? thank (?:you|all|every|our|the)|let me (?:\w+ )?(?:thank|express my (?:\w+ )?(?:gratitude|thanks))|(?:many|my|our|special|sincere|warm\w*|heartfelt) thanks|(?:big|huge|great|special|warm) (?:thanks|thank[ -]you)|thank[ -]?(?:s|you) (?:\w+ )?goe?s? (?:out )?to|thank you (?:all )?(?:enough|so much)|debt of gratitude|(?:i|we) (?:\w+ )?appreciate (?:you|it|that|this|what|how|everything|all)|much appreciated|cheers for|thanks (?:a (?:lot|million|bunch)|so much|very much|for))\b/,
      ],
      [
        0.75,
        /\b(?:means (?:a lot|so much|the world)|(?:couldn't|could not|wouldn't|would never|never would) have (?:done|managed|made|got|come|finished)|i owe you|in your debt|so (?:kind|good) of you|how kind|saved (?:my|our|the|us|me)|really appreciate|never forget (?:that|what|how)|thank you (?:so|very) much|thank you from|thanks to you|without you|if it (?:weren't|wasn't|hadn't been) for)\b/,
      ],
      [
        -0.4,
        /\b(?:thank you for (?:waiting|calling|coming|your (?:call|attention|time|patience))|no,? thanks?|thanks?,? but)\b/,
      ],
      // A cause, an exclamation, a sentence about thanking.
      [
        -0.7,
        /^(?:and |but |so )?thanks to (?!you\b|every|all\b)(?!.*\bfor\b)|\bit's (?:all )?thanks to (?!you\b)/,
      ],
      [-0.8, /\bthank (?:goodness|god|heavens?|the lord)\b/],
      [
        -0.7,
        /\b(?:how (?:do|does|can|should) .{0,20}|never |didn't (?:even )?|don't (?:even )?|forg[eo]t to |without (?:a |even )?)(?:say\w* )?thank|\b(?:should|could|might) have thanked\b|\b(?:nobody|no one) (?:ever )?thank/,
      ],
    ],
    examples: [
      'Thank you so much, I would never have managed without you.',
      'That was incredibly kind of you, it means a lot to me.',
      'I owe you one, you saved my evening.',
      'I am really grateful for everything that you did for my mother.',
      "If you hadn't been there, I don't know what we would have done.",
    ],
  },
  {
    id: 'praise',
    asked:
      /\b(?:prais\w*|compliment\w*|(?:done|did) (?:especially |so |very )?well|admir\w*|applaud\w*|congratulat\w*|recogni[sz]es? (?:good|the) work)\b/,
    said: [
      [
        0.8,
        /\b(?:well done|nice (?:work|one|job|find|catch)|good (?:job|work|for you|catch)|great (?:job|work)|excellent (?:job|work)|well (?:spotted|noticed|played|handled|said)|bravo|congratulations|proud of (?!(?:that|it|this|my|myself)\b)|hats? off|impress\w*|first[- ]class|brilliant|superb|outstanding|splendid|magnificent|marvellous)\b/,
      ],
      [
        0.5,
        /\b(?:did (?:that |it |so |very |really |extremely |incredibly )*(?:well|brilliantly|beautifully|wonderfully)|(?:the|my) best (?:\w+ )?(?:i|we)(?:'ve| have)|never (?:seen|heard|had|tasted) (?:\w+ )*(?:better|so|such)|you(?:'re| are) (?:a (?:star|genius|natural|treasure|hero|gem)|wonderful|lovely|amazing|the best)|what a (?:star|performance|save|catch|find)|nobody (?:could|does|would|else)|cleanest|finest|couldn't (?:be|have been) (?:better|done better)|like a (?:professional|pro|master))\b/,
      ],
      [
        0.3,
        /\b(?:amazing|wonderful|fantastic|perfect|excellent|beautiful\w*|lovely|incredible|terrific|clever|brave|calm and)\b/,
      ],
      [-0.3, /\?$/],
      [-0.3, /\b(?:but|too bad|not so|isn't)\b/],
    ],
    examples: [
      'You did that really well, nobody could have handled it better.',
      'That was the best performance I have ever seen from this team.',
      'Well done, I am proud of you.',
      'What she did last night was brave and clever.',
      'Nice find, I would have missed that.',
      'The third team did very well today.',
      "Brilliant, I'd never have thought of that.",
    ],
  },
  {
    id: 'apology',
    asked: /\b(?:apolog\w*|sorry|regrets?|forgive\w*)\b/,
    said: [
      [
        0.8,
        /\b(?:i apologi[sz]e|my apologies|i(?:'m| am) (?:so |very |really |terribly )?sorry|forgive me|i beg your pardon|please excuse)\b/,
      ],
      [0.5, /\bsorry\b/],
    ],
    examples: [
      "I'm so sorry about the noise last night.",
      'I apologise for being late.',
      'Please forgive me for shouting at you.',
    ],
  },
  {
    id: 'worry',
    asked: /\b(?:worr\w*|fears?|afraid|anxi\w*|concern(?:s|ed)?|nervous\w*)\b/,
    said: [
      [
        0.7,
        /\b(?:worr(?:y|ied|ies)|afraid (?:of|that|i'll|it)|scared|nervous|frightened|frightening|anxious|terrified|fear)\b/,
      ],
    ],
    examples: ["I'm worried that it won't hold.", 'I was scared to death up there.', 'What if nobody comes?'],
  },
  {
    id: 'joy',
    asked: /\b(?:joy\w*|happy|happiness|delight\w*|excite\w*|enthusias\w*|laugh\w*|celebrat\w*)\b/,
    said: [
      [
        0.6,
        /\b(?:hurray|hooray|yay|so happy|i'm happy|delighted|can't wait|looking forward|wonderful|fantastic|what fun|how lovely|we did it|great news)\b/,
      ],
    ],
    examples: [
      'I am so happy, we really did it!',
      "That's wonderful news, I can't wait.",
      'This is the best day of my life.',
    ],
  },
  {
    id: 'surprise',
    asked: /\b(?:surpris\w*|astonish\w*|amaz\w*|unexpected\w*)\b/,
    said: [
      [
        0.7,
        /\b(?:wow|oh my|good heavens|really\?|no way|i can't believe|unbelievable|who would have thought|i had no idea|surpris\w*|never expected)\b/,
      ],
    ],
    examples: [
      "I can't believe it, is that really yours?",
      'Wow, I never expected that.',
      'Good heavens, how did that get here?',
    ],
  },
  {
    id: 'feeling',
    asked:
      /\b(?:emotions?|emotional\w*|feelings?|(?:says?|tells?) how (?:they|he|she|somebody) (?:feels?|felt))\b/,
    includes: ['opinion', 'worry', 'joy'],
    said: [
      [
        0.75,
        /\bi(?:'m| am| was| feel| felt| got)? (?:\w+ )?(?:so |very |really |quite |a bit |rather )?(?:happy|sad|proud|ashamed|lonely|angry|furious|glad|relieved|scared|afraid|nervous|excited|disappointed|heartbroken|jealous|homesick|embarrassed|hate[ds]?|loved?|miss(?:ed)?|cried)\b|\bbroke my heart\b|\bin tears\b/,
      ],
    ],
    examples: ['I was so relieved that I cried.', 'I felt lonely in that house.'],
  },
  {
    id: 'health',
    asked:
      /\b(?:illness\w*|health (?:complaints?|problems?|conditions?|status)|symptoms?|medical|diagnos\w*|(?:in|of) pain|pains? (?:of|or)|ill health|medication|medicines?|drugs?)\b/,
    includes: ['complaint', 'fault', 'injury'],
    said: [
      [
        0.75,
        /\b(?:ill|sick|fever|temperature|pains?|hurts?|aches?|headache|cough\w*|vomit\w*|dizzy|surgery|operation|hospital|diagnos\w*|infection|allerg\w*|asthma|diabet\w*|cancer|stroke|heart attack|murmur|thyroid|kidneys?|appendix|blood (?:pressure|test|results?)|paracetamol|morphine|antibiotics?|insulin|tablets?|pills?|ointment|milligrams?)\b/,
      ],
    ],
    examples: ['I have had a fever since Monday.', 'She takes two tablets for her blood pressure.'],
  },
  {
    id: 'sensation',
    asked: /\b(?:sensory|senses?\b|tast(?:e|es|ing)|smell\w*|texture|flavou?rs?)\b/,
    said: [
      [
        0.75,
        /\b(?:tast(?:e|es|ed|y)|smell(?:s|ed)?|stinks?|flavou?r\w*|sweet|sour|bitter|salty|smooth|sticky|crunchy|crisp|soft|velvety|smok(?:y|ed))\b/,
      ],
    ],
    examples: ['It tastes of smoke and a little of ham.', 'The cheese smells terrible.'],
  },
];
