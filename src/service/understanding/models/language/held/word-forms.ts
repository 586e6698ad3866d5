import { isStopWord } from '../../../../text/split-words.ts';
import { stem } from '../../../../text/stem.ts';

/** A word of a text. */
export interface Word {
  readonly text: string;
  /** Lower case without diacritics and possessive `'s`. */
  readonly form: string;
  readonly from: number;
  readonly to: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’]\p{L}+)*/gu;

export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
    return { text: word, form: formOf(word), from: index, to: index + word.length };
  });
}

export function formOf(word: string): string {
  const plain = word
    .replace(/’/g, "'")
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss');
  return plain.replace(/'s$/, '');
}

/** Whether a word is one that a sentence needs in English or German, whatever it is about. */
export function isFunctionWord(form: string): boolean {
  return isStopWord(form) || FUNCTION_WORDS.has(form);
}

const FUNCTION_WORDS = new Set(
  `according across along although among another anyone around away back behind below beside besides beyond cannot despite
  during each either else enough even ever every everybody everyone everything few first five four finally furthermore hence
  here hers however i'd i'll i'm i've indeed instead its last later least less like likely many may maybe meanwhile might
  moreover much must near nearly neither never next nobody none nor nothing now often one only otherwise others overall
  perhaps probably quite rather second seldom seven several shall since six some somebody someone sometimes somewhere soon
  still ten therefore third though three throughout thus till together toward towards two unless until upon usually us
  various via well whenever where whereas wherever whether which whichever whoever whole whose within without yes yet
  das der die ein eine einer eines einem einen und oder aber nicht ist sind war waren wird werden wurde wurden hat haben im in
  am an auf aus bei bis durch fur gegen mit nach ohne seit uber um unter von vor zu zum zur es er sie wir ihr ich man kein
  keine wenn weil dass wie was wer wo wann warum auch noch nur schon sehr so dann da hier dort`.split(/\s+/),
);

/** Words about speaking and the recording itself, which no line needs to say. */
const ABOUT_SPEECH = new Set(
  `speaker speakers person people somebody recording video film audio clip scene line lines transcript caption text screen slide
  say says said saying tell tells told talk talks talked talking mention mentions mentioned state states stated explain explains
  explained describe describes described discuss discusses discussed discussion announce announces announced ask asks asked
  answer answers answered add adds added report reports reported note notes noted according conversation statement question
  topic moment part thing things yes no mr mrs ms miss`.split(/\s+/),
);

const IRREGULAR = new Map(
  `am:be are:be is:be was:be were:be been:be began:begin begun:begin bent:bend bit:bite blew:blow blown:blow bought:buy broke:break
  broken:break brought:bring built:build burnt:burn came:come caught:catch chose:choose chosen:choose cut:cut dealt:deal did:do
  done:do drank:drink drove:drive driven:drive drew:draw drawn:draw ate:eat eaten:eat fell:fall fallen:fall fed:feed felt:feel
  fought:fight found:find flew:fly flown:fly forgot:forget forgotten:forget froze:freeze frozen:freeze gave:give given:give
  went:go gone:go got:get gotten:get grew:grow grown:grow had:have has:have heard:hear held:hold hid:hide hidden:hide hung:hang
  kept:keep knew:know known:know laid:lay led:lead left:leave lent:lend lost:lose lying:lie made:make meant:mean met:meet
  paid:pay ran:run rang:ring rose:rise risen:rise said:say sang:sing sank:sink sunk:sink sat:sit saw:see seen:see sold:sell
  sent:send shook:shake shaken:shake shot:shoot showed:show shown:show shut:shut slept:sleep slid:slide spent:spend spoke:speak
  spoken:speak stole:steal stolen:steal stood:stand stuck:stick struck:strike swam:swim swore:swear sworn:swear taught:teach
  took:take taken:take thought:think threw:throw thrown:throw told:tell tore:tear torn:tear understood:understand woke:wake
  won:win wore:wear worn:wear wrote:write written:write withdrew:withdraw dr:doctor prof:professor children:child men:man women:woman`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** One form of all forms of a word. */
export function lemmaOf(form: string): string {
  return stem(IRREGULAR.get(form) ?? form);
}

/** Whether a word says what a text is about. */
export function isContent(form: string): boolean {
  return form.length > 1 && /^\p{L}/u.test(form) && !isFunctionWord(form) && !ABOUT_SPEECH.has(form);
}

/** The lemmas that say what a text is about. */
export function contentOf(text: string): string[] {
  return wordsOf(text).flatMap(({ form }) => (isContent(form) && !form.includes("'") ? [lemmaOf(form)] : []));
}

const ENGLISH =
  /\b(?:the|is|are|was|were|of|to|and|a|an|in|that|it|for|on|with|will|has|have|we|i|you|by|this)\b/gi;
const OTHER =
  /(?<!\p{L})(?:der|die|das|und|ist|nicht|ein|eine|den|dem|zu|mit|für|el|la|los|las|un|una|es|que|y|le|les|des|est|et|il|per|che|het|een|van)(?!\p{L})/giu;

/** Whether a text seems to be English: what is known of a word's meaning is known in English only. */
export function isEnglish(text: string): boolean {
  const own = text.match(ENGLISH)?.length ?? 0;
  return own > 0 && own >= (text.match(OTHER)?.length ?? 0);
}

const GERMAN =
  /(?<!\p{L})(?:der|die|das|und|ist|nicht|ein|eine|einen|den|dem|zu|mit|für|wurde|wird|hat|im|am|von|wir|ich|sie|auf|kein|keine)(?!\p{L})/giu;

/** Whether a text seems to be German, which writes every noun with a capital. */
export function isGerman(text: string): boolean {
  return (text.match(GERMAN)?.length ?? 0) > (text.match(ENGLISH)?.length ?? 0);
}
