/**
 * What a sentence does in a recording, told by how people say it, in English and German: it opens a subject, decides or sums
 * up, or it is what people say at the beginning and the end of anything.
 */

import { remembering } from '../../../text/split-words.ts';

/** Without `u`, which no pattern needs: with it, comparing without case takes ten times as long. */
const any = (...patterns: readonly RegExp[]) =>
  new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), 'i');

/** Says what the recording is about. */
const OPENS_ALL = any(
  /\b(?:today|tonight|this (?:morning|afternoon|evening|week|time)|in this (?:video|film|talk|lesson|lecture|episode|session|part|tutorial))\b[^.?!]{0,30}\b(?:I|we|you)(?:'m|'re|'ll| am| are| will| want| would like| have| look| learn| see| visit)\b/,
  /\b(?:I|we)(?:'m|'re|'d|'ll| am| are| will| would)? (?:(?:want|going|here|like) )?(?:to )?(?:show(?:ing)? you|talk(?:ing)? (?:to you )?(?:about|on)|speak(?:ing)? (?:to you )?about|tell(?:ing)? you (?:about|how|why)|explain(?:ing)?|take you through|walk you through)\b/,
  /^(?:so |okay,? (?:so )?|now )?what (?:I|we)(?:'re|'m|'d|'ll| are| am| will| want)\b[^.,?!]{0,50} is\b/,
  /\b(?:I|we)(?:'re|'ll|'m| are| will) (?:going to |be )?look(?:ing)? (?:at|into) (?:how|why|what)\b/,
  /\bI(?:'m| am)? (?:ringing|calling|phoning|rang|called|phoned)\b.{0,20}\babout\b/,
  /\bthis (?:is|film is|video is|talk is) (?:about|the story|a (?:story|film|tour|report|talk|portrait|history))\b/,
  /\b(?:this|my|our|the|today's) (?:film|video|talk|lecture|lesson|episode|programme|report|story|recording) (?:is|was) (?:all )?about\b/,
  /\b(?:heute|diesmal|in diesem (?:film|video|vortrag)|in dieser (?:folge|stunde))\b.{0,30}\b(?:ich|wir|es)\b/,
);

/** Words that open a sentence and say nothing. */
const LEAD =
  /^(?:(?:(?:okay|ok|al(?:l )?right|right|so|now|and|but|well|then|um|uh|er|oh|hmm|ha|yes|yeah|no|also|dann|ja|nun|und|jetzt)\b|(?:good|lovely|great|perfect|sure|look|listen|gut)(?=[,.!]))[\s,.!…–-]*)+/i;

/** A sentence without the words that open it and say nothing. */
export const withoutLead = (sentence: string): string => sentence.replace(LEAD, '');

/** Numbers and places in a row. */
const PLACE =
  '(?:first|second|third|fourth|fifth|sixth|seventh|eighth|next|last|final|another)(?: and (?:last|final))?';
const NOUN =
  '(?:point|item|thing|topic|subject|question|matter|step|part|problem|issue|stop|bit|section|example|case|tip|rule|task|job|room)';
const NUMBER = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2})';
const LIST = "(?: (?:on|of|in|for) (?:the|our|my|this|today's) \\w+)?";
const SAYS =
  '(?:\\s*[,:–]\\s*|\\s+(?:is|are|concerns|will be)\\s+(?:about\\s+)?(?=(?:the|our|my|your|how|what|why|where|who|\\w+ing)\\b|[A-ZÄÖÜ]))';

/** Says that another part begins; what follows says which. Each begins where a sentence does, after its opening words. */
const ANNOUNCES = new RegExp(
  `^(?:${[
    `(?:the |our |my |your )?(?:very )?${PLACE} (?:up|of all|one|(?:\\w+ )?${NOUN})${LIST}${SAYS}`,
    `(?:the |our |my )?${PLACE}(?: on (?:the|our|my) \\w+)?\\s*[,:]\\s*`,
    `(?:the|our|my) (?:main|other|${PLACE}) (?:point|item|topic|subject|question|problem|issue) (?:is|was|concerns)\\s+`,
    `(?:agenda )?(?:${NOUN}|number|chapter|lesson|exercise) (?:number )?${NUMBER}${LIST}(?:${SAYS}|\\W*$|\\s+(?=(?:the|our)\\b))`,
    '(?:first(?:ly)?|secondly|thirdly|fourthly|finally|lastly|last but not least|next|erstens|zweitens|drittens|schließlich)\\s*[,:]\\s*',
    "(?:let us|let's|let me|(?:we|I)(?:'ll|'d like to| will| want to| would like to|'re going to|'m going to))(?: just| now| next| first)? (?:turn|talk|look|start|begin|finish|move|go|come|get)(?: on| back| over)? (?:to|about|at|with|into)\\s+",
    '(?:moving|turning|coming|going|getting)(?: on| back| over| now)? to\\s+|moving on\\s*[,:]\\s*|starting with\\s+|(?:and |now )?(?:back|on|over) to\\s+|onto\\s+',
    '(?:which|that|this) (?:brings|leads|takes) (?:us|me)(?: \\w+)? to\\s+|we (?:now (?:come|turn)|come now|turn now) to\\s+|as for\\s+',
    '(?:from (?:me|my side)|my turn|me)\\s*,\\s*(?:so\\s+)?',
    '(?:wir kommen |kommen wir |weiter )?(?:jetzt |nun |dann )?(?:zurück )?(?:zu|zum|zur)(?: (?:nächsten|ersten|zweiten|dritten|letzten))? (?:punkt|tagesordnungspunkt|thema|top)(?: (?:eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|\\d+))?\\s*[,:]?\\s*',
    '(?:kommen wir|schauen wir|beginnen wir|wir kommen)(?: jetzt| nun| dann| noch)? (?:zum|zur|zu|auf|mit)\\s+',
    '(?:punkt|nummer|schritt|teil) (?:eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|\\d+)\\s*(?:[,:]|ist)\\s*',
    '(?:der|die|das) (?:erste|zweite|dritte|vierte|nächste|letzte) (?:punkt|thema|frage|schritt|teil)\\s*(?:[,:]|ist)\\s*',
    '(?:als (?:erstes|nächstes|zweites|letztes)|zum schluss|zuletzt)(?: noch| kommt| kommen wir zum| kommen wir zur)?\\s*[,:]?\\s*',
  ].join('|')})`,
  'i',
);

/** Opens a part that has a name of its own. */
const OWN_NAME =
  /^(?:any (?:other|further) business|any (?:more |other |further )?questions|verschiedenes)\b/i;

/** Leads on to another place, or asks the next one to speak. */
const LEADS_ON = any(
  /\b(?:follow me|come (?:with me|along|through|this way)|this way,? please)\b/,
  /\b(?:let's|let us|shall we|we'll) (?:walk|go|move|head|step|climb|carry) (?:on|over|up|down|through|in|inside|outside|across|next door)\b/,
  /^over here\b/,
  /^(?:we're|it's) (?:now )?(?:about )?\w+ (?:minutes|hours|days|weeks|months) later\b/,
  /^(?:let's|let us|we'll|I'll) (?:now )?take (?:some |your |a few |any )?questions\b/,
  /\bdo you want to (?:go|start)(?: first| next)?\W*$/,
);

/** Says that a summary follows, and nothing of it. */
const SUMS_UP = /^(?:to sum up|to conclude|in (?:short|summary|conclusion)|zusammengefasst|kurz gesagt)\W*$/i;

/** Before a name without a verb these say that it is next: `Now for the bearings`, `Okay, so first the bread`, `So, the roof`. */
const NEXT =
  /^(?:[a-z]+\W+){0,3}?(?:(?:now|first|next|finally|lastly|(?:first|next|last) up|zuerst|jetzt)\b\W*(?:(?:for|on to|to|about|zum|zur) )?(?=(?:the|our|my|der|die|das)\b)|(?:jetzt|nun|weiter|zurück) (?:zum|zur|zu den) |(?:okay|ok|al(?:l )?right|right|so)\s*,\s*(?=(?:the|our)\b)|now\s*,\s*)/i;
/** Comes back to something for a moment only, which opens nothing. */
const FOR_A_MOMENT = /\bfor (?:a|one) (?:second|moment|minute|sec)\b|\breal quick\b|\bkurz\b/i;

/** Words that a name has not: verbs, and who does something. */
const NO_NAME =
  /\b(?:is|are|was|were|be|been|am|has|have|had|do|does|did|will|would|can|can't|could|should|must|might|goes?|went|comes?|came|gets?|got|gives?|gave|takes?|took|makes?|made|says?|said|let|needs?|wants?|put|keep|see|know|think|thanks?|I|you|we|he|she|it|they|there|that|ist|sind|war|hat|haben|wird|werden|kann|können|muss|ich|du|wir|es|er|ihr)\b/i;
const ASKS_WHAT = /^(?:what|how|why|where|when|who)\b/i;
const NAME_WORDS = 8;

const BEGINS_NAME = /^(?:the|our|my|der|die|das)\b/i;

/** Whether some words name something and say nothing of it: `the lost keys`, `how to bleed a radiator`. */
export function isName(words: string): boolean {
  const count = words.split(/\s+/, NAME_WORDS + 1).length;
  return count <= NAME_WORDS && /\p{L}{2}/u.test(words) && (ASKS_WHAT.test(words) || !NO_NAME.test(words));
}

/** What a sentence says of the next part. */
export interface Announcement {
  /** All that it says of it. */
  readonly rest: string;
  /** Its name: `The playground`; undefined where a whole sentence follows. */
  readonly name?: string;
}

/**
 * How a sentence announces another part of a recording; undefined if it does not.
 * @param inside whether it is the rest of such a sentence: `which leads me to the last point, the roof`
 */
function announcementIn(sentence: string, inside = false): Announcement | undefined {
  const text = plain(sentence);
  if (FOR_A_MOMENT.test(text)) return undefined;
  const said = withoutLead(text);
  const [own] = OWN_NAME.exec(said) ?? [];
  if (own !== undefined) return { rest: own, name: own };
  const [found] = ANNOUNCES.exec(said) ?? [];
  if (found !== undefined) {
    const rest = said.slice(found.length);
    return (inside ? undefined : announcementIn(rest, true)) ?? named(rest);
  }
  const next = NEXT.exec(text);
  const rest = next ? named(text.slice(next[0].length)) : undefined;
  return rest?.name !== undefined && rest.name === rest.rest ? rest : undefined;
}

/** The name is all that is said, else the first part of it that is one: `this is what you came for, the playground`. */
function named(said: string): Announcement {
  const rest = said.replace(/(?<![\s.!…])[\s.!…]+$/u, '');
  const [first = '', ...later] = rest.split(/\s*[,:;–]\s+/);
  const name = [rest, first, ...later.filter((part) => BEGINS_NAME.test(part))].find(
    (part) => isName(part) && (ASKS_WHAT.test(part) || !part.endsWith('?')),
  );
  return { rest, ...(name !== undefined && { name }) };
}

/** A sentence without the marks that it may begin with. */
function plain(sentence: string): string {
  return sentence
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .replace(/^["“'( ]+/u, '')
    .trim();
}

/** Says what was decided, or what follows from all of it. */
const SETTLES = any(
  /\b(?:we|I|they|you|the (?:board|council|committee|team|meeting|court|jury))(?:'ve| have|'ll| will| had)? (?:\w+ly |now |then |all |therefore )?(?:decided?|agreed?|approved?|postponed?|vote[sd]?|settled?|resolved?|chose|choose|suggest(?:ed)?|propose[sd]?|recommend(?:ed)?)\b/,
  /\b(?:it|that)(?:'s| is| was) (?:decided|agreed|settled|carried|approved|resolved)\b/,
  /\b(?:carried|seconded|unanimous(?:ly)?|all agreed|the (?:proposal|motion|plan|recommendation|conclusion) (?:is|was)|I(?:'d| would)? move that)\b/,
  /^(?:(?:okay|right|so|then)[\s,].{3,40} it is\W*$|(?:then|so|okay)[\s,]+(?:then )?let's (?!go|start|begin|see|look|talk|move|turn|walk|get))/,
  /\b(?:(?:put|book(?:ed)?|pencil(?:led)?|got|have) you (?:down|in)|you(?:'re| are) (?:booked|down) )\b/,
  /\b(?:so|then|okay),? we(?:'ll| will)? (?:leave|move|take|go (?:with|for|ahead)|keep|drop|skip|apply|stay|meet|do)\b/,
  /\bwill (?:start|begin|open|close|end|take place|be held|meet) (?:on|from|in|at|until)\b/,
  /^(?:then|so|good[,.] (?:so|then))[\s,]+(?:the|we|it|that|this)\b.*\b(?:is|are|will|goes?|takes?|decide)\b/,
  /\b(?:to sum up|to conclude|in (?:short|summary|conclusion)|in the end|all in all|above all|the (?:lesson|moral|conclusion|result|upshot|point|answer) (?:is|was)|what (?:I|we)(?:'ve| have)? learn(?:ed|t)?|that(?:'s| is) why \w|the main thing|most important(?:ly)?)\b/,
  /\b(?:einstimmig|angenommen|abgelehnt|dann machen wir|wir machen das so|beschlossen|einigen uns|wir entscheiden|wir vertagen|zusammengefasst|kurz gesagt|am ende|deshalb)\b/,
);

/** Greets, thanks, takes leave, or asks something of the listeners. */
const COURTESY = any(
  /\b(?:please|thank you|thanks|welcome|good (?:morning|evening|afternoon|night|to see)|(?:morning|evening|afternoon),? (?:all|folks|team|everyone|everybody)|phones (?:off|away)|(?<!that's )every(?:one|body)(?=\W*$|,)|my name(?: is|'s)|goodbye|see you|next (?:week|time) (?:we|I)|let'?s (?:begin|start|go)\b\W*$|with me (?:is|are)|take a seat|settle down|you(?:'ve| have) been (?:\w+ )?(?:helpful|kind)|can you hear)\b/,
  /^(?:hi|hello|hey|dear|bye|no (?:rush|problem|worries))\b(?![^.?!]*\b(?:about|today)\b.{12})/,
  /\bif (?:somebody|someone|anybody|anyone|you) could\b/,
  /\b(?:willkommen|guten (?:morgen|tag|abend)|ich heiße|mein name ist|vielen dank|auf wiedersehen)\b/,
);

/** Is said beside the subject: of the recording itself, an interruption, who is not there, where to step. */
const ASIDE = any(
  /^(?:(?:oh|ah|okay|wait|no)[\s,]+)?(?:hang on|hold on|sorry|excuse me|bear with|just a (?:second|moment)|one (?:second|moment)|where (?:was I|were we)|(?:let's |let us )?wait a (?:second|moment|minute)|mind (?:the|your)|careful|bless you|moment mal|entschuldigung)\b/,
  /\b(?:let me just|(?:that's|that was|it's) (?:my|the|your) (?:phone|door|doorbell|dog|cat|timer|alarm)|you(?:'re| are) on mute|share my screen|is this (?:thing )?(?:on|recording|working)|are we (?:on|recording|live|rolling|all here)|(?:say|state) your name|red light|(?:a (?:bit|little)|too|very) (?:quiet|loud)|can(?:'t| you| not) (?:hear|see) (?:me|you|us|anything)|that's better|for the (?:level|tape|recording)|sound check|running late|in the chat)\b/,
  /\b(?:is|are|'s|'re) (?:on (?:holiday|leave|vacation)|off (?:sick|today|this week)|off(?=,)|not here today|away today|absent)\b/,
  /\b(?:apologies (?:from|for)|(?:send|sends|sent|given|had|have) (?:his|her|their|any|our)? ?apologies|(?:can't|cannot|couldn't|won't) make it|entschuldigt (?:ist|sind|haben))\b/,
  /\b(?:it's|that's|I'm) (?:so |a bit |really )?embarrass(?:ing|ed)\b/,
);

/** Begins with a word for what was said before, or in the middle of a sentence. */
const LEANS =
  /^(?:(?:and|but|or|nor|then|because|which|whose|it|its|he|she|they|them|this|that|these|those|his|her|their|such|also|too|both|neither|either|however|therefore|otherwise|yes|yeah|no|well|good|dann|er|es|und|aber|denn|ja|nein)\b)/i;
const BEGINS_SMALL = /^\p{Ll}/u;

/** What a sentence does. */
export interface Role {
  /** It says what all is about. */
  readonly opens: boolean;
  /** It says what the next part is about. */
  readonly turns: boolean;
  /** It says what was decided, or what follows. */
  readonly settles: boolean;
  /** It greets, thanks or takes leave. */
  readonly courteous: boolean;
  /** It is said beside the subject. */
  readonly aside: boolean;
  /** It only names the next part: what it is about is said in the next sentence. */
  readonly bare: boolean;
  /** It says little without the one before. */
  readonly leans: boolean;
}

/** The role of a sentence, with the part that it announces. */
interface SentenceRole extends Role {
  readonly announced?: Announcement;
}

/** Whether a sentence begins with a word for what was said before. */
export const beginsLeaning = (sentence: string): boolean => LEANS.test(sentence);

/** The role of a sentence, by its words alone. */
export const roleOf = remembering(readRole);

function readRole(sentence: string): SentenceRole {
  const text = plain(sentence);
  const opens = OPENS_ALL.test(text);
  const said = withoutLead(text);
  const announced = opens ? undefined : announcementIn(text);
  const { rest, name } = announced ?? {};
  const leadsOn = LEADS_ON.test(said);
  const sumsUp = SUMS_UP.test(said);
  const turns = !opens && (rest !== undefined || leadsOn || sumsUp);
  const settles = !sumsUp && SETTLES.test(text);
  const stands = opens || turns || settles;
  return {
    ...(announced && { announced }),
    ...{ opens, turns, settles, courteous: COURTESY.test(text), aside: leadsOn || ASIDE.test(text) },
    // What stands before its name tells nothing either.
    bare: sumsUp || (name !== undefined && rest !== undefined && (name === rest || !rest.startsWith(name))),
    leans: BEGINS_SMALL.test(text) || (!stands && (LEANS.test(text) || LEANS.test(said))),
  };
}
