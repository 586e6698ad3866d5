/**
 * Cues by subject: each file lists how criteria ask for some kind of talk, and how people then speak. Plain data;
 * cues/index.ts joins the lists.
 */

import type { Cue } from '../types.ts';

const DAY =
  "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|noon|midnight|the \\w+(?:th|st|nd|rd)|(?:half past |quarter (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d+)(?: o'clock)?|january|february|march|april|may|june|july|august|september|october|november|december)";

/** What people do with words besides: they offer, arrange, prove, threaten, joke. */
export const talk: readonly Cue[] = [
  {
    id: 'offer',
    asked:
      /\b(?:offers? (?:of )?(?:help|to (?:help|do|bring|take|lend)|somebody|someone|their)|invit\w*|hospitality)\b/,
    includes: ['request', 'proposal', 'promise'],
    said: [
      [
        0.75,
        /\b(?:(?:shall|can|could|may|should) i (?:\w+ )?(?:help|bring|get|take|give|make|show|offer|do|lend|fetch)|would you like|do you want (?:me|a|an|some)|i could (?:bring|lend|help|give|show|do)|let me (?:help|get|give|show|take)|have (?:a|an|some) \w+|help yourself|you(?:'re| are) (?:all )?(?:welcome to|invited|coming)|come (?:along|and|over|round)|join us|if you like,? i)\b/,
      ],
    ],
    examples: [
      'Shall I carry that for you?',
      'Would you like a cup of tea?',
      'You are all invited to the party.',
    ],
  },
  {
    id: 'appointment',
    asked:
      /\b(?:appointments?|meetings? (?:is |are )?(?:arranged|agreed|fixed|set)|(?:dates?|times?) (?:is |are )?(?:agreed|fixed|arranged|set)|arrange (?:to meet|a (?:time|date|meeting)))\b/,
    includes: ['date', 'plan', 'agreement', 'proposal'],
    said: [
      [
        0.75,
        new RegExp(
          `\\b(?:see you|meet|come (?:in|back|by|round)?|let's say|say|make it|shall we say|we(?:'ll| will) (?:meet|see|test|walk|go|start)|be (?:here|there|back)|until|till) (?:\\w+ ){0,4}?(?:on |at |by )?${DAY}\\b`,
        ),
      ],
      [0.7, new RegExp(`^(?:okay,? |right,? |fine,? )*${DAY}(?:,? then| it is| is fine| works| suits)\\b`)],
    ],
    examples: ['Let us meet on Tuesday at nine.', 'Friday it is, then.'],
  },
  {
    id: 'rescheduled',
    byForm: true,
    asked:
      /\b(?:reschedul\w*|postpon\w*|(?:dates?|times?|appointments?|meetings?|deadlines?) (?:is |are |was |were |has been |gets? )?(?:moved|changed|put off|brought forward|shifted)|new (?:time|date) (?:for|is))\b/,
    includes: ['date', 'plan', 'change', 'appointment'],
    said: [
      [
        0.85,
        /\b(?:postpon\w*|reschedul\w*|put (?:it |that |this |the \w+ )?(?:off|back) (?:to|until|till|by|a)|brought forward|(?:moved|shifted|pushed) (?:\w+ )?(?:to|until|by|from)|isn't (?:at|on) \w+ any ?more|instead of (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:so )?it's (?:at )?\w+ now|not (?:on )?\w+day,? (?:but )?(?:on )?\w+day|skipping the)\b/,
      ],
    ],
    examples: [
      'The game is not at four any more, it is at half past two.',
      'We have to move the meeting to Friday.',
    ],
  },
  {
    id: 'hearsay',
    asked:
      /\b(?:hearsay|second[- ]hand|rumou?rs?|gossip|(?:report|repeat)\w* what (?:others|other people|somebody else|a third)|(?:words|statements?|claims?|opinions?) of (?:an? )?(?:absent|third|other)\w*|unnamed source|credit(?:s|ed)? (?:is )?given to|sources? of (?:a|the) (?:claim|story))\b/,
    includes: ['opinion', 'words disputed'],
    said: [
      [
        0.75,
        /\b(?:i(?:'ve)? (?:heard|read|was told)|i'm told|people (?:say|have said|always (?:say|tell))|they (?:say|said|told|reckon)|apparently|supposedly|rumou?r\w*|word is|somebody (?:said|told)|(?:he|she|my \w+|the \w+) (?:says|said|told me|reckons)|according to|everybody says)\b/,
      ],
    ],
    examples: ['People say that the shop is going to close.', 'I heard from somebody that he was fired.'],
  },
  {
    id: 'estimate',
    byForm: true,
    asked: /\b(?:estimat\w*|guess\w*|rough(?:ly)? (?:figure|number|idea)|approximat\w*|ballpark)\b/,
    includes: ['measure'],
    said: [
      [
        0.75,
        /\b(?:about|around|roughly|nearly|almost|more like|maybe|perhaps|say|approximately|something like|or so|near enough|i'd (?:say|guess)|at a guess|give or take)\b.{0,25}\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half)\b/,
      ],
    ],
    examples: ['I would say about forty people, give or take.', 'It takes roughly two hours.'],
  },
  {
    id: 'prediction',
    asked: /\b(?:predict\w*|forecasts?|prognos\w*|expectations?|expects? that|outlook|prophe\w*)\b/,
    includes: ['plan'],
    said: [
      [
        0.65,
        /\b(?:you'll see|i (?:bet|expect|predict|reckon|doubt)|my bet|(?:it|that|this|they|he|she|there)(?:'ll| will| won't) (?:\w+ )?(?:be|hold|last|come|go|take|get|break|throw|happen|work|rise|fall|cost|pay)|is (?:going|likely|bound) to|are (?:going|likely|bound) to|mark my words|before long|sooner or later)\b/,
      ],
      [-0.4, /\?$/],
    ],
    examples: ['That will not hold for a week, you will see.', 'I expect that prices are going to rise.'],
  },
  {
    id: 'condition',
    asked:
      /\b(?:conditions?\b|conditional\w*|provided that|strings attached|prerequisites?|only if|proviso|caveats?|reservations?)\b/,
    said: [
      [
        0.8,
        /\b(?:only if|provided|on (?:the )?condition|as long as|so long as|unless|but only|except (?:if|when)|depends on|subject to)\b/,
      ],
      [
        0.6,
        /\bif (?:you|we|i|he|she|it|they|the|there)\b.{4,80}, (?:i|you|we|he|she|it|they|then|that)\b|\bif (?:you|we|i|he|she|it|they) \w+/,
      ],
    ],
    examples: [
      'You can have it, but only if you bring it back tonight.',
      'I agree as long as it costs nothing.',
    ],
  },
  {
    id: 'proof',
    asked:
      /\b(?:proof|evidence|documents?|records?) (?:is |are )?(?:shown|produced|cited|given|named|offered|pointed)\w*|\b(?:cites?|refers? to|points? to|produces?|names?) (?:a |an |the |some |written )?(?:proof|evidence|documents?|sources?|records?)\b|\bsources? (?:cited|named)\b/,
    includes: ['disagreement', 'memory', 'hearsay'],
    said: [
      [
        0.8,
        /\b(?:(?:i|we)(?:'ve| have)(?: got)? (?:it|that|the (?:letter|paper|log|receipt|ticket|contract|mail|email|photo|picture|list|invoice|minutes|recording|figures)|a (?:letter|receipt|photo|copy|record))(?: \w+)? ?(?:here|on tape|in writing|with me)?|there's a (?:ticket|letter|photo|record|receipt|screenshot|note)|it says (?:\w+ )?(?:here|so|in|on)|i (?:wrote it|'ve written it|have it) (?:on|down|in)|(?:page|paragraph|section|clause) (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)|look,? (?:here|it's)|in (?:black and white|writing)|on (?:tape|record|file)|the (?:log|label|minutes|contract|letter|records?|account book|archive) (?:says?|shows?))\b/,
      ],
    ],
    examples: [
      'I have the letter here, it says so in black and white.',
      'There is a photograph that proves it.',
    ],
  },
  {
    id: 'blame',
    asked:
      /\b(?:blam(?:e|es|ed|ing)\b(?! (?:is|was) taken)|shifts? (?:the )?(?:blame|responsibility)|responsibility (?:is )?(?:shifted|denied|passed)|accus\w*|points? (?:the|a) finger|den(?:y|ies) (?:responsibility|any fault|liability)|reproach\w*)\b/,
    includes: ['admission', 'complaint', 'fault'],
    said: [
      [
        0.75,
        /\b(?:(?:not|isn't|wasn't) (?:my|our) (?:fault|job|problem|doing|mistake)|(?:that|it)(?:'s| was| is) (?:your|his|her|their|the \w+'s?) (?:fault|job|problem|doing|mistake|lot)|(?:your|his|her|their) (?:own )?fault|nothing to do with (?:me|us)|it was (?:you|him|her|them) (?:who|that)|because of you|you (?:should|ought to|could) have|you (?:told|promised|forgot|never|broke|left|lost)|mine don't|blame|ask (?:him|her|them) then|who (?:turned|left|forgot|broke|did|told)|was supposed to)\b/,
      ],
    ],
    examples: ['That is not my fault, the others left it there.', 'You were supposed to check it.'],
  },
  {
    id: 'threat',
    asked:
      /\b(?:threat\w*|ultimatum\w*|or else|warns? of consequences|consequences? (?:is |are )?(?:threaten|announc)\w*|pressure)\b/,
    includes: ['warning', 'condition'],
    said: [
      [
        0.75,
        /\b(?:or else|otherwise (?:i|we|you)|if you (?:don't|do not|won't|ever).{3,60}\b(?:i|we|you)(?:'ll| will|'m|'re)?\b|last (?:chance|warning)|i'd rather go to|i(?:'ll| will) (?:sue|report|call the (?:police|lawyer)|go to the|tell (?:your|the) (?:boss|manager|press))|you(?:'ll| will) (?:regret|be sorry|hear from)|my lawyer|final (?:offer|warning)|take it or leave it)\b/,
      ],
    ],
    examples: ['If you do not pay by Friday, we will go to court.', 'This is your last warning.'],
  },
  {
    id: 'insult',
    byForm: true,
    asked:
      /\b(?:insult\w*|swear\w*|profan\w*|bad language|rude(?:ness)?|offensive|abus\w*|derogatory|disparag\w*|mock\w*)\b/,
    said: [
      [
        0.8,
        /\b(?:damn\w*|bloody|hell\b|crap|shit\w*|fuck\w*|bastards?|bitch\w*|arse\w*|asshole|idiots?|stupid|moron\w*|fools?|liar|shut up|useless|clown|pathetic|lazy)\b/,
      ],
    ],
    examples: ['You are an idiot and a liar.', 'What the hell is this crap?'],
  },
  {
    id: 'joke',
    asked:
      /\b(?:jok(?:e|es|ing)\w*|humou?r\w*|banter|witty|funny|laughs?|irony|ironic\w*|sarcas\w*|teas(?:e|es|ing)|punch ?lines?)\b/,
    said: [
      [
        0.8,
        /\b(?:just kidding|only joking|i'm (?:joking|kidding)|haha|\(laughs?\)|\[laugh\w*\]|joke|have me for breakfast)\b/,
      ],
      [
        0.35,
        /\blike (?:a|an) \w+ (?:in|on|with)\b|\b(?:doughnuts|biscuits?|cake|bouncy castle|glow in the dark|asleep)\b/,
      ],
    ],
    examples: ['I am only joking, of course.', 'He has a memory like a sieve with holes in it.'],
  },
  {
    id: 'politeness',
    asked:
      /\b(?:polite\w*|courtes\w*|formul(?:a|as|ae)\b|set phrases?|pleasantr\w*|small talk|civilities|comfort\w*)\b/,
    said: [
      [
        0.85,
        /\b(?:thank you,? (?:chair|all|everyone|everybody|for (?:calling|coming|waiting|your (?:call|time|patience|attention|question)))|sorry (?:i'm|we're|for being|about being|to (?:keep|disturb|bother|interrupt))|excuse me|you're welcome|don't mention it|pleased to meet|on mute|running (?:\w+ ){1,3}late|sorry to hear|don't worry|no problem)\b/,
      ],
      [
        0.6,
        /,? (?:thank you|thanks)[.!]?$|^(?:thank you|thanks)[.,!]?$|^(?:good (?:morning|evening)|hello|hi)\b/,
      ],
    ],
  },
  {
    id: 'reassurance',
    asked:
      /\b(?:reassur\w*|comfort(?:s|ed|ing)?|consol\w*|calms? (?:down|somebody|someone)|encourag\w*|cheers? (?:up|on))\b/,
    includes: ['politeness'],
    said: [
      [
        0.75,
        /\b(?:don't worry|no need to worry|it's (?:okay|all right|fine)|it(?:'ll| will) be (?:fine|okay|all right)|you(?:'re| are) (?:safe|doing (?:well|fine|great))|never mind|no harm done|you can do it|keep going|there, there|could happen to anybody|nobody blames)\b/,
      ],
    ],
    examples: ['Don’t worry, it will be all right.', 'It is okay, that could happen to anybody.'],
  },
  {
    id: 'success',
    asked:
      /\b(?:success\w*|achiev\w*|accomplish\w*|milestones?|wins?\b|results? (?:reached|achieved)|good news|improvements?)\b/,
    said: [
      [
        0.7,
        /\b(?:finally (?:works?|works|done|finished)|(?:we|i|it|they|she|he) (?:did it|made it|won|passed|worked|succeeded)|went (?:really |very )?well|down to \w+|proud of|up from|record|works now|(?:is|are) fixed|goes? up two|doubled|on time)\b/,
      ],
    ],
    examples: ['It finally works, and it is ten times as fast.', 'We won the contract.'],
  },
  {
    id: 'delay',
    asked:
      /\b(?:delay\w*|overdue|behind schedule|late (?:delivery|start|arrival)|lateness|waiting times?|takes? longer)\b/,
    includes: ['complaint'],
    said: [
      [
        0.75,
        /\b(?:late\b|delayed|behind(?: schedule)?$|overdue|still (?:waiting|not|hasn't|haven't)|took (?:so |too )?long|too slow|(?:hasn't|haven't|never) (?:arrived|come|been done)|stuck (?:at|in)|postponed|held up)\b/,
      ],
    ],
    examples: ['We are running half an hour late.', 'The delivery still has not arrived.'],
  },
  {
    id: 'missing',
    asked:
      /\b(?:(?:is|are|was|were|goes|gone|something) missing|missing (?:items?|things?|parts?|objects?)|lost (?:property|items?|objects?)|mislaid|shortages?|runs? out)\b/,
    includes: ['fault', 'complaint'],
    said: [
      [
        0.75,
        /\b(?:(?:is|are|'s|was|were|one|really) missing|never arrived|where(?:'s| is| are) (?:my|the|our)|can't find|couldn't find|(?:has|have|'s) (?:gone|disappeared|vanished|run out)|(?:i|we|he|she)(?:'ve|'s)? lost (?!\w+ (?:kilos|weight|months'|the))|ran out of|out of stock|wasn't on the hook)\b/,
      ],
    ],
    examples: ['One of the boxes never arrived.', 'The key is missing, I cannot find it anywhere.'],
  },
  {
    id: 'simile',
    byForm: true,
    asked: /\b(?:figures? of speech|similes?|metaphors?|imagery|figurative\w*|vivid comparisons?)\b/,
    includes: ['comparison', 'measure', 'example'],
    said: [[0.8, /\b(?:like (?:a|an|the|little|mad)\b(?! (?:lot|to)\b)|as \w+ as (?:a|an|the)\b)/]],
    examples: ['She rolled like a pig in straw.', 'It is as dry as a bone.'],
  },
  {
    id: 'reference back',
    asked:
      /\b(?:earlier (?:calls?|conversations?|meetings?|talks?|agreements?)|refers? back|previous (?:calls?|meetings?|conversations?|sessions?)|last (?:call|meeting|time))\b/,
    includes: ['words disputed', 'memory'],
    said: [
      [
        0.75,
        /\b(?:last time|last (?:call|meeting|session)|as (?:i|you|we) (?:said|discussed|agreed)|you (?:told|said|promised|mentioned)|(?:i|we) (?:told|said|agreed|discussed|talked|promised)(?: you)?|our first (?:chat|call|meeting)|we(?:'d| had) agreed|we checked)\b/,
      ],
    ],
    examples: ['You told me last time that it would be free.', 'As we agreed in the last meeting.'],
  },
  {
    id: 'broken promise',
    asked:
      /\b(?:(?:unkept|broken|unfulfilled) (?:promises?|commitments?|agreements?)|(?:promises?|commitments?|agreements?) (?:is |are |was |were )?(?:said )?(?:not (?:to have been )?kept|broken|missed))\b/,
    includes: ['promise', 'complaint', 'delay', 'words disputed'],
    said: [
      [
        0.8,
        /\b(?:(?:swore|promised|said|agreed) (?:me |us |that )?(?:they|he|she|you|we|it)(?:'d|'ll| would| will)\b|(?:promised|swore) (?:me|us|it)\b|(?:just )?never (?:been done|came|happened|did)|(?:well|but),? (?:they|he|she|you) (?:haven't|hasn't|didn't|never)|we'd agreed (?:on|to|that))/,
      ],
    ],
    examples: [
      'You promised to call me, and you never did.',
      'They said they would repair it, but they have not.',
    ],
  },
  {
    id: 'lesson',
    asked:
      /\b(?:lessons?|learning points?|takeaways?|(?:what|that) (?:they|somebody|the speaker) (?:has |have )?learn\w*)\b/,
    includes: ['advice', 'admission'],
    said: [
      [
        0.75,
        /\b(?:next time|i(?:'ve| have)? learn(?:t|ed)|taught me|the (?:lesson|moral)|from now on|never again|should have (?:\w+ed|known)|wouldn't do (?:it|that) again|in hindsight)\b/,
      ],
    ],
    examples: ['What I learnt from it is to ask first.', 'Next time we start earlier.'],
  },
  {
    id: 'myth',
    asked:
      /\b(?:myths?|misconceptions?|(?:widespread|popular|common) (?:beliefs?|errors?|mistakes?)|debunk\w*|legends?)\b/,
    includes: ['opinion', 'disagreement', 'hearsay'],
    said: [
      [
        0.8,
        /\b(?:(?:people|everybody|everyone|some|many|they|the story) (?:\w+ ){0,3}?(?:say|said|think|thought|believe|tell|told)\b.{3,80}\b(?:not|n't|lie|wrong|myth|actually|but)|(?:it's|that's) (?:a|an old) (?:myth|legend|lie)|contrary to|isn't true|is not true|a lie)\b|n't (?:true|believe it)\b/,
      ],
    ],
    examples: [
      'Many people think that it is dangerous, but that is a myth.',
      'Contrary to what you read, spinach has little iron.',
    ],
  },
];
