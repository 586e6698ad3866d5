/** Words with a capital at the start of a line that are not names. */
const OPENERS = new Set(
  `yes yeah yep nope alright hm mm deal typical no well okay ok right now so then sorry please morning evening afternoon listen look great fine thanks hello hi hey oh ah
  good sure true honestly actually anyway okay perhaps maybe today tomorrow tonight yesterday first second next finally also
  and but or because once again still here there exactly agreed careful quick wait stop children folks everyone everybody
  ladies gentlemen miss sir madam afterwards meanwhile however otherwise besides indeed brilliant lovely wonderful excellent
  monday tuesday wednesday thursday friday saturday sunday hmm um ha wow never always sometimes usually just only gold
  straight done deal congratulations attention pardon excuse remember mind dear my your our this that these those what
  when where who why how which if in on at by for from to with before after as come go let take welcome`.split(
    /\s+/,
  ),
);

/** Whether a word is a name by its letters, and no word that opens a line. */
function isName(word: string | undefined): boolean {
  return word !== undefined && /^\p{Lu}\p{Ll}+$/u.test(word) && !OPENERS.has(word.toLowerCase());
}

/** Whether a line addresses somebody by name: `Anna, could you`, `thank you, Tom`. */
export function addressesByName(written: string): boolean {
  const first =
    /^(?:(?:and|so|okay|right|now|then|yes|no|well|please|hey|good|sorry|thanks),? )*((?:mr|mrs|ms|doctor|dr|mister)\.? )?([a-z]\w+),/i.exec(
      written,
    );
  if (isName(first?.[2])) return true;
  const inside = [
    ...written.matchAll(/,\s(?:(?:Mr|Mrs|Ms|Doctor|Dr|Mister)\.?\s)?(\p{Lu}\p{Ll}+)(?=\s?[,.?!]|$)/gu),
  ];
  const led = /\b(?:and|so|then|please) (\p{Lu}\p{Ll}+), /u.exec(written)?.[1];
  return [...inside.map(([, name]) => name), led].some(isName);
}

/** What is asked of somebody who is addressed by name. */
const DIRECTED =
  /\b(?:(?:could|can|would|will) you,?|please|kindly|make sure|see to it|take care of|i (?:want|need|'d like) you to|have (?:it|them|that|this|everything) \w+|you(?:'ll| will)? (?:take|do|write|send|call|handle|bring|book|check|order|prepare|clean|fetch)|would you mind)\b/;
/** What is over as soon as it is done. */
const AT_ONCE =
  /\b(?:please|you|and) (?:tell|come|sit|stand|listen|look|wait|stop|imagine|believe|hear|see|say|repeat|describe|explain|remember|excuse|forgive|hold|let|understand|calm)\b/;

const NAME = String.raw`(?<name>\p{Lu}\p{Ll}+)(?: \p{Lu}\p{Ll}+)?`;
/** The person is named as the one who is to do it. */
const HANDED = [
  `\\b(?:I(?:['’]d| would) like|I (?:want|need)|I(?:['’]m| am) asking|I(?:['’]ve| have)? asked|[Ww]e (?:want|need)) ${NAME} to \\p{Ll}`,
  `\\b(?:[Ll]et['’]s|I['’]ll|[Ww]e['’]ll) (?:have|get) ${NAME} (?:to )?\\p{Ll}`,
  `\\b(?:agreed|decided|settled)(?: that)? ${NAME} (?:will|is going to|should|has to|\\p{Ll}{3,}s) `,
].map((source) => new RegExp(source, 'u'));

/** How surely a task is given to somebody who is named, from 0 to 1. @param written the line as written */
export function assignsByName(written: string): number {
  const text = written.toLowerCase().replaceAll('’', "'");
  if (HANDED.some((form) => isName(form.exec(written)?.groups?.name))) return 0.9;
  return addressesByName(written) && DIRECTED.test(text) && !AT_ONCE.test(text) ? 0.9 : 0;
}
