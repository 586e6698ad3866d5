import type { Cue } from '../types.ts';
import { assignsByName } from '../vocative.ts';

/** What people bind themselves or others to. */
export const commitments: readonly Cue[] = [
  {
    id: 'promise',
    includes: ['date', 'appointment', 'task', 'plan', 'agreement'],
    asked:
      /\b(?:promis\w*|commit\w*|pledg\w*|undertak\w*|guarantee\w*|assur\w* that|vow\w*|gives? (?:his|her|their) word|say\w* that they (?:themselves)?.{0,50}\bwill do|action items?|(?:takes?|taking|took) (?:on|upon|over)\b|takes? (?:a|the|some) (?:job|task|work) (?:on|upon)|sign(?:s|ed)? up (?:for|to)|follow[- ]?ups?|next steps?)\b/,
    said: [
      [
        0.65,
        /\b(?:i|we)(?:'ll| will| shall)(?: (?:also|just|then|now|always|even|gladly|happily|personally|definitely|certainly|immediately|both|all|at least))? (?!(?:be|never|not|have|need|see(?! to\b)|miss|lose|know|probably|think|bet|admit|say|understand|forget|remember|regret|wonder|die|like|love|hate|want|feel|only|ever)\b)\w+/,
      ],
      [0.3, /\b(?:i|we)(?:'ll| will| shall) (?:be|have)\b/],
      [
        0.6,
        /\b(?:i|we)(?:'ll| will| shall) have (?!to\b)(?:\w+ ){1,3}?(?:\w+ed|brought|sent|done|built|made)\b/,
      ],
      [
        0.6,
        /\b(?:you(?:'ll| will) (?:have|get|find|hear|receive|see)|(?:i|we)(?:'ll| will) have (?:it|them|that|this)\b)/,
      ],
      [0.6, /\b(?:i(?:'m| am)|we(?:'re| are)) going to (?!(?:be|have|die|need|lose|miss|see)\b)\w+/],
      [0.7, /\b(?:i|we)(?: hereby)? (?:commit|undertake|pledge|promise) (?:to|that)\b/],
      [0.5, /\b(?:i|we) can have (?:\w+ ){1,4}(?:done|ready|finished|fixed|sent|delivered|back)\b/],
      [
        0.8,
        /\b(?:i promise|i swear|you have my word|my word on it|leave (?:it|that) (?:to|with) me|count on (?:me|us)|consider it done|rely on (?:me|us)|i'll see to (?:it|that)|i guarantee)\b/,
      ],
      [0.4, /\b(?:i can do (?:that|it)|let me \w+)\b/],
      [
        0.35,
        /\bwill (?:be (?:done|ready|there|here|finished|fixed|with you|on your)|contact you|call you|bring|come|reach you)\b/,
      ],
      [
        0.4,
        /\b(?:have|get) (?:it|them|that|this|everything|\w+ \w+) (?:done|ready|finished|fixed|brought|sent|delivered|back)\b/,
      ],
      // Without `will`: what is agreed to, and what is fixed.
      [
        0.7,
        /\b(?:i'm on it|will do\b(?!n't)|you've got it|i've got (?:it|that|this)\b(?! (?:here|wrong|on))|(?:it|they|that|you)(?:'ll| will) be (?:with you|on your|ready|there|done|fixed)|i can have (?:it|them|that)|put me down|consider it|i(?:'m| am) (?:back|there|here|ringing|calling|sending|writing|bringing|coming|taking|doing) (?:\w+ )?(?:at|on|by|that|it|them|tonight|tomorrow|this|as soon)|no problem, i|i'd be (?:happy|glad) to|gladly|with pleasure|i'm happy to)\b/,
      ],
      [
        0.65,
        /^(?:okay,? |right,? |oh,? |fine,? |all right,? |yes,? )*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|the \w+(?:th|st|nd|rd)|noon|midnight|(?:half past |quarter (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))(?:,? then\b| it is\b|,? let's say)/,
      ],
      [0.6, /\blet me (?:give|ask|check|find|call|talk|see to|send|look into|get|show|write|speak)\b/],
      [
        -0.4,
        /\b(?:unless|might|maybe|perhaps|probably|wish|i'll be damned|i'd)\b|\bif\b(?!.*\b(?:(?:i|we)(?:'ll| will)|let me)\b)/,
      ],
      [-0.5, /\?$/],
    ],
    examples: [
      'I will send you the report by tomorrow morning.',
      "I'll fix it before the end of the day.",
      'You will have the signed papers on your desk by Friday.',
      'I promise it will be finished by noon.',
      "We'll call you back within two days.",
      "I'll bring the missing parts tonight.",
      'By six the floor will be clean, you have my word.',
      "Count on me, I'll repair it before the weekend.",
      'Leave it with me, you can have it on Thursday.',
      'Monday it is, then.',
    ],
  },
  {
    id: 'task',
    written: assignsByName,
    asked:
      /\b(?:tasks?|action items?|assign\w*|delegat\w*|hands? (?:a|the|out|over) (?:\w+ )?(?:job|task|work)|to[- ]?dos?|(?:gives?|told|tells?) \w+ (?:a )?(?:job|task)|asked to do)\b/,
    said: [
      [
        0.55,
        /(?<!\b(?:how|what|why|when|where|often|much|many|who|long) )\b(?:could|can|would|will) you (?:please |also )?(?!just\b|do it here|tell|imagine|believe|hear|see|say|describe|explain)\w+/,
      ],
      [0.45, /\b(?:please|kindly)\b/],
      [
        0.5,
        /\b(?:i (?:want|need|'d like) you to|you take|your job|you're on|put your name|you're in charge|make sure|see to it|take care of)\b/,
      ],
      [
        0.35,
        /(?:^|, |and )(?:go|get|take|bring|call|ring|check|write|put|send|fetch|clean|carry|count|order|fill|print|make|tell|ask|find|move|open|close|start|stop|wash|sweep|load|help|look|run|set|keep|hold|give|show|sort|pick|turn|grab|change|wait|watch)\b/,
      ],
      [-0.5, /\b(?:somebody|someone|anybody|anyone|one of you|who (?:can|could|will))\b/],
    ],
    examples: [
      'Could you clean the machine before you go home, Maria?',
      'Peter, please call the supplier and ask about the delivery.',
      'Anna, you take the minutes today.',
      'Tom, go and fetch the ladder from the shed.',
      'I want you to count the boxes, Lucy.',
      'Would you write that up for the board, Karim?',
    ],
  },
  {
    id: 'request',
    asked: /\b(?:requests?|asks? (?:for|to|a favou?r)|favou?rs?|begs?|wish(?:es)? for|asks? permission)\b/,
    said: [
      [
        0.7,
        /(?<!\b(?:how|what|why|when|where|often|much|many|who|long) )\b(?:(?:could|can|may|might) (?:you|we|i|one|somebody|someone)|would you|would (?:somebody|someone)) (?:please |also |just |simply )?\w+/,
      ],
      [
        0.4,
        /\b(?:please|would you mind|do you mind|is it (?:all right|ok|okay|possible)|i'd like|i would like)\b/,
      ],
    ],
    examples: [
      'Could you lend me your drill for an hour?',
      'May I take a picture in here?',
      'Would you mind opening the window?',
    ],
  },
  {
    id: 'proposal',
    asked: /\b(?:propos\w*|suggest\w*|ideas?)\b/,
    said: [
      [
        0.8,
        /\b(?:let's (?!start|go\b|begin|move on|see)|let us|shall we|how about|why don't we|why not|what if (?:we|i)|can we (?:do|make|try|say)|i (?:suggest|propose|move that)|i'd suggest)/,
      ],
      [0.5, /\b(?:what about|we (?:could|should|might|can)|i'd say|my idea|i think we)\b/],
    ],
    examples: [
      "Let's meet at nine instead of eight.",
      'How about painting the wall green?',
      'I suggest that we wait until spring.',
      "Why don't we take the train?",
      'Shall we move the desk to the window?',
    ],
  },
  {
    id: 'agreement',
    asked: /\b(?:agree\w*|goes along|consents?|approv\w*|accepts?|confirm\w*|says? yes)\b/,
    said: [
      [
        0.85,
        /\b(?:agreed|i agree|sounds (?:good|fair|fine|great|sensible|right)|good idea|fine (?:by|with) (?:me|us)|i'm (?:in|for it|with you|happy with)|deal|works for me|suits me|that suits|no objections?|by all means|i'd go along|count me in|settled|i second|all in favour|let's do (?:it|that)|i like (?:it|that|the)|makes sense|fair enough)\b/,
      ],
      [
        0.7,
        /^(?:the [\w-]+|[a-z]+day|noon|midnight|(?:half past )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)),? then[.,]|^(?!this|that|here|there|what)(?:[\w-]+ ){1,3}it is[.,!]|\b(?:could live with|i'd take it|got my vote|i'll second|it's passed|unanimous|all in favour|those in favour)\b/,
      ],
      [
        0.5,
        /^(?:yes|yeah|yep|okay|ok|all right|alright|sure|fine|of course|certainly|gladly|with pleasure|right|same here|me too|good|done|very well|very good|then)\b/,
      ],
    ],
    examples: [
      "Agreed, let's do it that way.",
      'That sounds good to me.',
      'Fine by me.',
      "I'm in favour too.",
      "Good, that's settled then.",
      'Yes, I can live with that.',
    ],
  },
  {
    id: 'refusal',
    includes: ['request', 'proposal'],
    asked:
      /\b(?:refus\w*|declin\w*|reject\w*|turn(?:s|ed)? down|den(?:y|ies|ied) (?:a|the) request|says? no to|objects? to|rebuff\w*|no comment)\b/,
    said: [
      [
        0.85,
        /\b(?:i refuse|no way|out of the question|absolutely not|certainly not|not a chance|over my dead body|count me out|i must decline|i(?:'d| would) rather not|i(?:'m| am) not (?:going to|(?!(?:saying|making|joking|kidding|lying|being|feeling|asking)\b)\w+ing (?:that|it|this|for|him|her|you|them|up|the|any|my|anything)\b|paying|having|prepared|willing)|not with me|thanks,? but no|no,? thank(?:s| you)|not for me|no chance|nothing doing|not on your life|we don't do that|no,? (?:no,? )?leave it|please,? no|i don't want (?:to|that|it)|not \w+, please|please don't(?=[.,]| ask))\b/,
      ],
      [
        0.6,
        /\b(?:i|we) (?:won't|will not|can't|cannot|can not|don't want|do not want|wouldn't|am not able)(?: (?:really|possibly|just))?(?! (?:need|sleep|be|say|see|find|hear|read|believe|remember|tell|help|wait|have thought|know)\b)\b/,
      ],
      [
        0.45,
        /\b(?:i'm afraid|i'm sorry,? but|sorry,? but|sorry,? (?:i|we|that)|unfortunately|not possible|impossible|won't work|isn't possible|not today|no longer|nobody gets)\b/,
      ],
      [
        0.35,
        /^(?:no|nope|never|not)\b(?!,? (?:that's|it's|it is|that is|there|he|she|they|wait|sorry|mid|no, that)\b)/,
      ],
      [0.25, /\bnot (?:until|for|before|without|this)\b/],
      [-0.4, /\?$/],
      [-0.3, /\b(?:can't|couldn't) (?:see|find|hear|read|believe|remember|tell|help|wait)\b/],
    ],
    after: [
      [
        0.8,
        /\b(?:could|can|would|will|may) (?:you|we|i|one|somebody|someone)\b|\b(?:please|shall we|let's|how about|what about|why don't|do you mind|i'd like|i want)\b/,
      ],
      [0.4, /\?$/],
    ],
    examples: [
      "No, I won't sign that.",
      "I'm sorry, but I can't lend you the car.",
      "Thank you, but I'd rather not.",
      "That is out of the question, we don't take returns.",
      "You can't have the key, ask the manager.",
      "I'm not giving up my seat.",
      'Not with me, find somebody else for the night shift.',
      "I'm afraid that's not covered by the warranty.",
      'Kind of you, but no, I have to drive.',
    ],
  },
  {
    id: 'plan',
    asked: /\b(?:plans?|planned|intend\w*|intentions?|next steps?|upcoming|in (?:the )?future|announc\w*)\b/,
    said: [
      [
        0.5,
        /\b(?:(?:we|they|i)(?:'re| are|'m| am) (?:going to|planning|starting|opening|moving)|(?:i|we) (?:plan|intend|hope|want) to|next (?:week|month|year|spring|summer|autumn|winter))\b/,
      ],
      [0.3, /\b(?:will|'ll|tomorrow|from now on|soon)\b/],
    ],
    examples: [
      'Next year we are going to open a second shop.',
      'We plan to replace all the windows in spring.',
      'I intend to retire in autumn.',
    ],
  },
];
