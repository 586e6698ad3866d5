/**
 * What a sentence does in a recording, told by how people say it, in English and German: it opens a subject, decides or sums
 * up, or it is what people say at the beginning and the end of anything.
 */

/** Without `u`, which no pattern needs: with it, comparing without case takes ten times as long. */
const any = (...patterns: readonly RegExp[]) =>
  new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), 'i');

/** Says what the recording is about. */
const OPENS_ALL = any(
  /\b(?:today|tonight|this (?:morning|afternoon|evening|week|time)|in this (?:video|film|talk|lesson|lecture|episode|session|part|tutorial))\b[^.?!]{0,30}\b(?:I|we|you)(?:'m|'re|'ll| am| are| will| want| would like| have| look| learn| see| visit)\b/,
  /\b(?:I|we)(?:'m|'re|'d|'ll| am| are| will| would)? (?:(?:want|going|here|like) )?(?:to )?(?:show(?:ing)? you|talk(?:ing)? (?:to you )?(?:about|on)|speak(?:ing)? (?:to you )?about|tell(?:ing)? you (?:about|how|why)|explain(?:ing)?|take you through|walk you through)\b/,
  /\bthis (?:is|film is|video is|talk is) (?:about|the story|a (?:story|film|tour|report|talk|portrait|history))\b/,
  /\b(?:this|my|our|the|today's) (?:film|video|talk|lecture|lesson|episode|programme|report|story|recording) (?:is|was) (?:all )?about\b/,
  /\b(?:heute|diesmal|in diesem (?:film|video|vortrag)|in dieser (?:folge|stunde))\b.{0,30}\b(?:ich|wir|es)\b/,
);

/** Says what its next part is about. */
const OPENS_PART = any(
  /\b(?:let us|let's|let me)(?: now| next| first)? (?:turn|talk|look|start|begin|move|go|come|get)(?: on| back| over)? (?:to|about|at|with|into)\b/,
  /\b(?:the|our|my) (?:first|second|third|fourth|fifth|next|last|final|other|main) (?:point|item|thing|topic|subject|question|matter|step|part|problem|issue|stop)\b.{0,20}\b(?:is|was|on|concerns)\b/,
  /^(?:(?:and|now|so|okay)[\s,]+)?(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|next|finally|lastly|(?:first|second|third|next|last|final) (?:item|point|thing|topic|question)|(?:item|point|number|step|part) (?:one|two|three|four|five|\d+))[,:]/,
  /^(?:kommen wir|schauen wir|beginnen wir|der (?:erste|zweite|dritte|nächste|letzte) punkt|erstens|zweitens|drittens)\b/,
);

/** Says what was decided, or what follows from all of it. */
const SETTLES = any(
  /\b(?:we|I|they|you|the (?:board|council|committee|team|meeting|court|jury))(?:'ve| have|'ll| will| had)? (?:\w+ly |now |then |all |therefore )?(?:decided?|agreed?|approved?|postponed?|vote[sd]?|settled?|resolved?|chose|choose|suggest(?:ed)?|propose[sd]?|recommend(?:ed)?)\b/,
  /\b(?:it|that)(?:'s| is| was) (?:decided|agreed|settled|carried|approved|resolved)\b/,
  /\bwill (?:start|begin|open|close|end|take place|be held|meet) (?:on|from|in|at|until)\b/,
  /^(?:then|so|good[,.] (?:so|then))[\s,]+(?:the|we|it|that|this)\b.*\b(?:is|are|will|goes?|takes?|decide)\b/,
  /\b(?:to sum up|to conclude|in (?:short|summary|conclusion)|in the end|all in all|above all|the (?:lesson|moral|conclusion|result|upshot|point|answer) (?:is|was)|what (?:I|we)(?:'ve| have)? learn(?:ed|t)?|that(?:'s| is) why|the main thing|most important(?:ly)?)\b/,
  /\b(?:beschlossen|einigen uns|wir entscheiden|wir vertagen|zusammengefasst|kurz gesagt|am ende|deshalb)\b/,
);

/** Greets, thanks, takes leave, or asks something of the listeners. */
const COURTESY = any(
  /\b(?:please|thank you|thanks|welcome|everyone|everybody|good (?:morning|evening|afternoon|night|to see)|my name is|goodbye|see you|next (?:week|time) (?:we|I)|let'?s (?:begin|start|go)\b\W*$|with me (?:is|are)|take a seat|can you hear)\b/,
  /^(?:hi|hello|hey|dear|okay|ok|right|well)\b(?![^.?!]*\b(?:about|today)\b.{12})/,
  /\b(?:willkommen|guten (?:morgen|tag|abend)|ich heiße|mein name ist|vielen dank|auf wiedersehen)\b/,
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
  /** It says little without the one before. */
  readonly leans: boolean;
}

/** The role of a sentence, by its words alone. */
export function roleOf(sentence: string): Role {
  const text = sentence
    .replaceAll('’', "'")
    .replace(/^["“'(\s]+/u, '')
    .trim();
  const opens = OPENS_ALL.test(text);
  const turns = !opens && OPENS_PART.test(text);
  const settles = SETTLES.test(text);
  const stands = opens || turns || settles;
  return {
    ...{ opens, turns, settles, courteous: COURTESY.test(text) },
    leans: BEGINS_SMALL.test(text) || (!stands && LEANS.test(text)),
  };
}
