import type { Cue } from './types.ts';

/** What people must, may and should do. */
export const rules: readonly Cue[] = [
  {
    id: 'rule',
    asked:
      /\b(?:rules?\b|regulations?|polic(?:y|ies)|permitted|forbidden|prohibit\w*|allowed|obligat\w*|mandatory|requirements?|house rules|generally required|always required)\b/,
    said: [
      [
        0.9,
        /\b(?:rules?|laws?|polic(?:y|ies)|regulations?|contract|lease|statutes?|charter|by-?laws|code|ordinance|management|council|terms|agreement)\b(?: \w+){0,3}? (?:forbids?|forbade|prohibits?|bans?|outlaws?|disallows?|(?:does|do)(?:n't| not) (?:permit|allow)|requires? (?:that|all|every\w*|you|us|people|\w+s) |obliges?|states? that|says? (?:that )?(?:you|no))\b/,
      ],
      [
        0.8,
        /\b(?:(?:is|are|be|it's|they're) (?:\w+ly )?(?:forbidden|prohibited|banned|not (?:allowed|permitted)|off[- ]limits|mandatory|compulsory|obligatory|(?:obliged|required) to)|against the (?:rules?|law|regulations)|(?:under no circumstances|on no account|at no time) (?:may|must|should|can|are|is))\b/,
      ],
      [0.75, /^no (?:\w+ ){1,4}?(?:in|on|inside|at|beyond|past|after|before|without|allowed)\b/],
      [
        0.6,
        /\b(?:must(?:n't| not)?|have to|has to|not allowed|allowed|permitted|forbidden|prohibited|the rule|rules|required|no exceptions?|obliged|compulsory|mandatory|entitled|the law|regulations?|by law|may not|may only)\b/,
      ],
      [
        0.5,
        /\b(?:(?:everybody|everyone|nobody|no one|anyone|anybody|whoever|each|every) (?:\w+ ){0,2}?(?:must|may|has|gets?|goes|pays?|wears?|signs?|takes?|who|climbs?|starts?|stops?|swings?|enters?|uses?|leaves?|brings?|keeps?|person|member|year|visitor|guest|player|child|driver)|who(?:ever)? (?:wants|comes|arrives|leaves|is late|loses|finds))\b/,
      ],
      [
        0.45,
        /\b(?:always|never|only (?:with|after|if|when|on|in|for|from|two|one|members|the)|at all times|as a rule|in this (?:house|club|place|shop|country)|here we|without exception|no (?:\w+ ){1,2}(?:before|after|in|inside|on|without|allowed|at)|is limited to|at most|at least|up to|from now on|until (?:nine|ten|eleven|two|one|noon|midnight)|counts? as|free of charge)\b/,
      ],
      [
        0.35,
        /\b(?:if|when|above|before|after|without|unless) [^,]{4,60}, (?:you|we|it|he|she|they|the|nobody|then|that)\b/,
      ],
      [0.35, /\b(?:you (?:can|may|need|get)|we (?:only|always|never|don't)|may)\b/],
      [
        0.4,
        /\b(?:from (?:now|today|tomorrow)(?: on)?|in such a case|whenever|gets? \w+ed every|(?:goes|go|belongs?|stays?) (?:in|on|with|inside|into|outside|at)\b)/,
      ],
      [
        0.25,
        /\byou (?:only |always |never )?(?!think|know|see|look|were|are|have|want|said|did|got|must|may|need|can)\w+ (?:\w+ ){0,2}(?:for|when|whenever|to|before|after|if|unless)\b/,
      ],
      [-0.4, /\?$/],
      // What the speaker concludes, and what is recommended.
      [
        -0.6,
        /\bmust have (?:been|had|\w+ed|gone|done|come|made|taken|lost|left|known)\b|\b(?:there must|must (?:be|feel) (?:so |very |quite |really |terribly )?(?:tired|hungry|thirsty|joking|kidding|mad|proud|lonely|exhausted|mistaken|wrong|a (?:mistake|joke|dream)))\b/,
      ],
      [-0.5, /\byou (?:must|have to|really must) (?:try|taste|see|visit|meet|hear)\b/],
      [-0.25, /\b(?:i(?:'ll| will|'m|'ve| have| was| had)|my|yesterday|tonight|please)\b/],
    ],
    examples: [
      'Nobody enters the lab without a coat, that is the rule here.',
      'Members may bring one guest, and guests pay at the door.',
      'Dogs must be kept on a lead everywhere in the park.',
      'Whoever comes last locks up and puts the key in the box.',
      'Shoes come off at the entrance, no exceptions.',
      'Anything above thirty kilos has to be lifted by two people.',
      'After ten in the evening there is no music in the yard.',
      'Books can be borrowed for three weeks and renewed once.',
      'You only get the refund if you still have the receipt.',
      'In this kitchen the red boards are for meat and the green ones for vegetables.',
    ],
  },
  {
    id: 'instruction',
    asked:
      /\b(?:instructions?|instruct\w*|directions?|steps?|how to|tutorials?|orders?|commands?|tells? (?:\w+ )?what to do)\b/,
    said: [
      [
        0.6,
        /^(?:(?:now|then|first|next|so|and|okay|please|right|just),? )*(?:peel|slice|wipe|spin|tighten|loosen|pour|bake|get|tell|fill|sink|pick|change|wear|ring|bring|measure|count|switch|screw|unscrew|plug|wash|dry|sit|press|hold|turn|put|take|open|close|cut|fold|push|pull|lift|lower|move|use|give|let (?!me|us)|keep|stir|mix|add|remove|place|set|check|write|look|walk|stand|lie|park|drive|stop|start|read|try|click|select|draw|lock|slap|poke|watch|go|make|bring|wait)\b/,
      ],
      [0.35, /\b(?:you (?:need to|have to|should)|make sure|don't forget)\b/],
    ],
    examples: [
      'Press the red button and hold it for three seconds.',
      'First fold the paper in half, then cut along the line.',
      'Turn left at the church and go on to the bridge.',
    ],
  },
  {
    id: 'advice',
    asked: /\b(?:advi[cs]e\w*|recommend\w*|tips?\b|hints?)\b/,
    said: [
      [
        0.6,
        /\b(?:you (?:should|ought to|could)|i'd (?:recommend|suggest|advise)|if i were you|you'd better|try to|my advice|better to|it helps to|would do you good)\b/,
      ],
    ],
    examples: [
      'If I were you, I would see a doctor.',
      'You should let it rest for a day.',
      'Try it with a little less salt.',
    ],
  },
];
