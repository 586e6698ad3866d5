import type { Cue, ReadLine } from '../types.ts';

const DIGIT = '(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|\\d+|double \\w+)';

/** What is not for everybody's ears. */
export const confidences: readonly Cue[] = [
  {
    id: 'contact data',
    byForm: true,
    asked:
      /\b(?:contact (?:data|details?|information)|(?:tele)?phone numbers?|e[- ]?mail addresses|(?:e[- ]?mail|street|postal|home) address(?:es)?|account (?:data|numbers?|details)|(?:card|policy|iban|insurance) numbers?|personal (?:data|information|details)|private (?:data|details)|personally identif\w*)\b/,
    includes: ['measure', 'money', 'date', 'introduction', 'access code'],
    anyLanguage: true,
    said: [
      [0.95, /\S@\S+\.\w|\b\w+ at \w+ dot \w+|\bdot (?:com|org|net|de|uk|co)\b/],
      [
        0.9,
        new RegExp(
          `\\b${DIGIT}(?:[ ,-]+${DIGIT}){5,}\\b|\\+?\\d[\\d ()/-]{6,}\\d|\\b[a-z]{2}\\d{2}(?: ?\\w{4}){3,}`,
        ),
      ],
      [
        0.85,
        new RegExp(
          `\\b(?:(?:phone|telephone|mobile|account|card|policy|customer|insurance|reference|passport|extension|direct) (?:number|line)?|my number|the number|iban|extension)(?: is|'s|:)?,? (?:\\w+ ){0,2}?${DIGIT}[ ,-]+${DIGIT}`,
        ),
      ],
      [
        0.85,
        new RegExp(
          `\\b(?:\\d+|${DIGIT}|\\w+teen|\\w+ty(?:[ -]${DIGIT})?),? (?:the )?(?:\\w+ ){1,2}(?:street|road|lane|avenue|drive|close|square|terrace|way|crescent|gardens)\\b|(?<!(?:in|on) (?:the )?)\\b(?:street|road|avenue|square)(?: number)?,? (?:\\d+|${DIGIT}|\\w+teen|\\w+ty)\\b|\\bpostcode\\b`,
        ),
      ],
    ],
    examples: [
      'You can reach me on oh seven nine, double four, one three two.',
      'Write to sales at example dot com.',
    ],
  },
  {
    id: 'access code',
    byForm: true,
    asked:
      /\b(?:passwords?|passcodes?|pins?\b|pin codes?|(?:door|access|gate|alarm|entry|safe|lock) codes?|logins?|credentials|combination of|codes? (?:spoken|said|given|read) (?:aloud|out))\b/,
    includes: ['measure', 'contact data'],
    said: [
      [
        0.9,
        /\b(?:pass(?:word|code)|pin(?: code| number)?|login|(?:door|alarm|gate|access|entry|safe|lock|key) code|combination)\b(?: \w+){0,4}?(?: is|'s| was|:|,) (?!not\b|gone|wrong|still|that|what|because|the problem)/,
      ],
      [
        0.9,
        new RegExp(
          `\\bcode(?: \\w+){0,4}?(?: is|'s|:|,) (?:\\w+ )?${DIGIT}[ ,-]|\\b(?:type|punch|key|dial|enter)(?: in)? ${DIGIT}[ ,-]+${DIGIT}`,
        ),
      ],
    ],
    examples: [
      'The password is bluebird, all in small letters.',
      'The code for the gate is four seven one nine.',
    ],
  },
  {
    id: 'confidence',
    asked:
      /\b(?:confiden(?:ce|tial\w*)|off the record|kept? (?:back|secret|quiet|private)|(?:not|never) (?:be )?(?:passed on|repeated|published)|secre(?:cy|ts?)|discretion|discreet\w*|cut out before|(?:asks?|wants?|request\w*) that\b.{0,60}\b(?:not|cut|kept))\b/,
    includes: ['request', 'refusal', 'question', 'promise'],
    said: [
      [
        0.9,
        /\b(?:off the record|(?:strictly )?between (?:you and me|us|ourselves|these four walls|the two of us)|(?:this|that|it|which|names?|all) (?:stays?|remains?) (?:in this room|between us|here|with us|among us|within these)|keep (?:this|it|that|my name|his name|her name)(?: \w+)? (?:to yoursel\w+|between|quiet|to ourselves|out of|under your hat|confidential|secret|private|off)|(?:cut|edit|bleep|strike|(?:leave|keep) (?=my name|this bit|that bit)) ?(?:this|that|it|my name|that bit|this bit|the last bit)(?: \w+)? (?:out|off)(?!\w)|not for (?:the record|publication|broadcast)|in confidence|confidential|you didn't (?:hear|get) (?:this|that|it) from me|nobody (?:else )?(?:must|needs to|is to|should|has to) (?:know|hear)|don't (?:quote|repeat|pass|spread|broadcast|publish|print)\b|mum's the word|tell (?:nobody|no one|no-one)|you tell nobody)\b/,
      ],
      [
        0.75,
        /(?:^|[,.;] |please |do |and |but |so )(?:you )?(?:don't|do not|never|mustn't) (?:you )?(?:tell|mention|write (?:this|that|it)|let (?:him|her|them|anyone|anybody|my|the) (?:\w+ )?(?:know|hear|find)|record|say (?:this|that|it) to|put (?:this|that|it) in)\b|\b(?:turn|switch|stop) (?:that|the (?:tape|recorder|recording|camera|microphone|mic)|it) (?:off )?(?:for|before|while|please|now)/,
      ],
      [-0.4, /^(?:i|we) (?:don't|never) (?:tell|mention)\b|\bthe (?:law|company) says\b/],
    ],
    examples: [
      'Please keep that to yourself, it has not been announced.',
      'This stays between us, don’t write it down.',
      'Can you cut that bit out before anybody hears it?',
      'Off the record, I never trusted him.',
    ],
  },
  {
    id: 'departure',
    asked:
      /\b(?:notice given|(?:gives?|hands? in|handing in) (?:their |his |her )?notice|resign\w*|own departure|departures? of (?:a |the )?(?:staff|colleagues?|employees?)|(?:leav(?:es?|ing)|quit\w*|steps? down|stepping down|retir\w*) (?:from )?(?:their|the|a|his|her|its)? ?(?:own )?(?:job|office|team|company|post|position|work|role))\b/,
    includes: ['plan', 'opinion', 'admission'],
    said: [
      [
        0.9,
        /\b(?:i(?:'m| am| will be|'ll be) (?:\w+ )?(?:leaving|quitting|resigning|retiring|stepping down|standing down|handing in|giving (?:up|notice|in my)|moving on|done here)(?! (?:it|that|this|the|you|him|her|them|my|for|now|at|in a|on|tonight|early|home|first|a)\b)|i (?:quit|resign)|hand(?:ed|ing)? in my (?:notice|resignation)|(?:given|give|giving) (?:in )?(?:my )?notice|my (?:last|final) (?:day|week|month|shift|season|term)|i(?:'ve| have) (?:resigned|quit|decided to (?:leave|go|retire|step|stop)|accepted (?:a|an|another) (?:job|offer|post|position))|i won't be (?:here|standing|coming back|back|with you) (?:next|again|any ?more|after|from)|new job)\b/,
      ],
      [
        0.7,
        /\bi(?:'m| am) leaving (?:the (?:company|team|firm|club|board|office|school|department|job)|at the end|in (?:\w+|\d+) ?(?:weeks|months)?|on the|this (?:company|job|place))\b/,
      ],
      [-0.6, /\?$|\b(?:he|she|they) (?:left|retired|is leaving)\b/],
    ],
    examples: [
      'I am leaving the company at the end of June.',
      'I handed in my notice this morning.',
      'This is my last season with the team.',
    ],
  },
  {
    id: 'astray',
    asked:
      /\b(?:(?:messages?|information|news|word|notice|letter|mail)\b.{0,50}\b(?:astray|not (?:get|got|reach|arrive|come|passed|receive)\w*|never (?:reach|arriv|got)\w*|got lost|fail\w* to reach)|did not (?:get through|reach)|miscommunicat\w*|misunderst\w*|communication (?:failure|breakdown|gap)s?|not (?:been )?(?:told|informed|passed on)|(?:was|were|is|are) never (?:told|informed)|crossed wires|uninformed)\b/,
    includes: ['disagreement', 'words disputed', 'complaint', 'plan', 'fault', 'admission'],
    spans: (lines) =>
      lines.flatMap((line, at) => {
        const strength = line.foreign ? 0 : missed(line.text);
        if (strength === 0) return [];
        const [before, next] = [lines[at - 1], lines[at + 1]];
        const other = (own: ReadLine | undefined) =>
          own !== undefined && (line.speaker === undefined || own.speaker !== line.speaker);
        // Who says what was told is answered; so is who was not told, where the other one explains.
        if (other(next) && (!UNTOLD.test(line.text) || EXPLAINS.test(next?.text ?? '')))
          return [{ from: at, to: at + 1, strength }];
        return [{ from: other(before) ? at - 1 : at, to: at, strength }];
      }),
    examples: [
      'Nobody told me that the meeting had been moved.',
      'I never got your letter.',
      'I said Tuesday, but she wrote down Thursday.',
    ],
  },
];

const TOLD =
  /\b(?:i|we) (?:told|asked|wrote to|informed|warned|rang|called|emailed) (?:you|your|him|her|them|the|\w+)\b/;
const UNTOLD =
  /\b(?:(?:nobody|no one|no-one)(?:'s| has| had|'d)? (?:ever |even )?(?:told|informed|mentioned|warned|passed|rang|let (?:me|us) know)|(?:i|we) (?:didn't|did not|never) (?:(?:know|knew) (?:that|about|it|of|any)|(?:hear|heard) (?:about|of|anything|back|from)|(?:get|got|receive[d]?) (?:the|your|any|it|that|a) ?(?:\w+ )?(?:message|mail|email|letter|memo|note|call|news|invitation|list|plan)?)|first (?:i've|we've|i|time i've) hear\w*|news to (?:me|us)|(?:wasn't|weren't|not|never|isn't|hasn't been) passed (?:on|along)|(?:wasn't|weren't|was never|were never|not been|never been|haven't been|wasn't ever) (?:told|informed|notified|warned)|never (?:reached|got through|got the (?:message|mail|email|memo|note|letter)|came through)|(?:didn't|doesn't|did not) (?:get|come) through|went (?:astray|to the wrong)|got lost in the post|i had (?:that|it|you) down (?:as|from|for)|that's not what (?:i|we) (?:said|meant|wrote|ordered|came|asked)|not what came out|(?:he|she|they) says? (?:i|we|you) (?:didn't|never)|mis(?:heard|understood|read)|(?:wasn't|weren't) (?:on|in) the (?:list|mail|email|copy)|(?:i|we) thought you (?:said|meant|wanted|knew))\b/;

/** How the other side explains that something was not heard of. */
const EXPLAINS =
  /\b(?:sorry|i (?:did|told|wrote|sent|said|called)|(?:my|our|the) (?:colleague|office|assistant)|passed on|should have)\b/;

/** How surely a line says that something was not heard of. */
function missed(text: string): number {
  if (UNTOLD.test(text)) return 0.8;
  return TOLD.test(text) && /\b(?:but|already|twice|three|told)\b/.test(text) ? 0.45 : 0;
}
