import type { FilesTable } from '../store/sql/schema.ts';

/** What a name is made of that says nothing about the content: devices, kinds of files, versions, qualities. */
const GENERIC = new Set(
  `img dsc dscn dscf dcim mvi mov vid gopr gh gx sam wa cam clip clips video videos movie film audio voice sound track
  rec recording record recorded memo screen screencast screenshot capture camera output out export exported render
  rendered untitled unnamed new copy of final draft version ver edit edited master mix test tmp temp file download
  videoplayback image picture photo scan part take untouched full hd uhd sd web mp3 mp4 mpeg avi mkv h264 h265 x264 x265
  hevc aac fps kbps at am pm the a kopie neu datei aufnahme bildschirmaufnahme sprachaufnahme bild foto entwurf um uhr gmt utc
  zoom teams whatsapp signal telegram obs dji pxl screenrecorder`.split(/\s+/),
);

/** A day, whose year comes first or, between full stops, last. The digits of a time may follow without a mark. */
const DAY =
  /(?<!\d)(?:(?<year>(?:19|20)\d\d)([-. ]?)(?<month>0[1-9]|1[0-2])\2(?<day>0[1-9]|[12]\d|3[01])|(?<day2>0[1-9]|[12]\d|3[01])\.(?<month2>0[1-9]|1[0-2])\.(?<year2>(?:19|20)\d\d))(?!\d(?!\d{5}(?:\d{3})?(?!\d)))/u;
/** The time after a day: `-090212`, ` at 10.33.44`, `_1532`. */
const TIME = /[-_. T]*(?:(?:at|um) )?(?:[01]\d|2[0-3])(?:[-.:h ]?[0-5]\d){1,2}(?:\d{3})?(?!\d)/u;

/** What is cut out of a name before its words are looked at. */
const CUT = [
  // A meeting without a name: `abc-defg-hij (2024-06-11 at 14.03)`.
  /^[a-z]{3}-[a-z]{4}-[a-z]{3}(?= \()/gu,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/giu,
  new RegExp(`${DAY.source}(?:${TIME.source})?`, 'gu'),
  /\b(?:gmt|utc) ?[-+ ]? ?\d{1,2}(?:[: ]?\d\d)?(?!\d)|- ?meeting recording$/giu,
  /(?<!\d)[0-2]?\d[-.:h][0-5]\d(?:[-.:m][0-5]\d)?(?!\d)(?:\s*[ap]m\b)?/giu,
  /(?<!\d)\d{3,4}(?:p|i|x\d{3,4})\b/giu,
  /\([\s\d]*\)|\b4k\b|\brough[ -]cut\b/giu,
] as const;

const YEAR = /^(?:19|20)\d\d$/u;
/** A version: `v2`, `r3`. */
const VERSION = /^(?:v|ver|rev|r)\d+(?:\.\d+)*$/iu;
/** At the end of a name these say how far its making had come, or how it is stored. */
const STATE =
  /^(?:(?:final|draft|edit|copy|master|version|entwurf|kopie)\d*|edited|exported|v|ver|at|[ap]m|of|[hx]26[45]|hevc|aac|hd|uhd|web)$/iu;

/**
 * A file's name as a title: `2024-05-03_board-meeting_final.mp4` is "Board meeting", and a single word has the day in the name
 * beside it: "Committee, 5 March 2024". Undefined for a name that a device or a program has given, such as `IMG_2041.mov`: it says
 * nothing about the content.
 */
export function nameTitle(filename: string): string | undefined {
  const stem = stemOf(filename);
  const spaced = CUT.reduce((name, part) => name.replace(part, ' '), stem.replace(/_|%20|\+/gu, ' '));
  // In a name without spaces, hyphens and full stops stand for them.
  const words = spaced
    .replace(/\s/u.test(stem) ? /(?<!\S)[-–.]+|[-–.]+(?!\S)/gu : /[-–.]+/gu, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '' && !VERSION.test(word) && !isMachineMade(word));
  while (STATE.test(words.at(-1) ?? '')) words.pop();
  while (/^\d+$/u.test(words[0] ?? '') && !YEAR.test(words[0] ?? '')) words.shift();
  if (!words.some(saysSomething)) return undefined;
  const title = capitalised(words.join(' '));
  const day = words.filter(saysSomething).length === 1 ? dayIn(filename) : undefined;
  return day === undefined ? title : `${title}, ${day}`;
}

/** A file's name without its extension. */
function stemOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? filename.slice(0, dot) : filename;
}

/** The day in a file's name in words, such as "18 August 2024"; undefined without one. */
export function dayIn(filename: string): string | undefined {
  const found = DAY.exec(filename.replace(/_/gu, '-'))?.groups ?? {};
  const { year = found.year2, month = found.month2, day = found.day2 } = found;
  if (year === undefined) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCDate() !== Number(day)) return undefined;
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

const KINDS = { video: 'video', audio: 'recording', image: 'picture' } as const;

/**
 * The title of a file whose name says nothing: what was seen or else its kind, with the day in its name or else the name:
 * "Person and car (IMG_2041)", "Video IMG_2041", "Screen recording, 2 March 2026".
 */
export function titleWithoutName(
  { filename, media_type }: { readonly filename: string; readonly media_type: keyof typeof KINDS | null },
  seen: string | undefined,
): string {
  const stem = stemOf(filename);
  const day = dayIn(filename);
  const kind = /screen[ _-]?(?:cast|rec)|bildschirmaufnahme/iu.test(stem)
    ? 'screen recording'
    : day !== undefined && /recording/iu.test(stem)
      ? 'recording'
      : KINDS[media_type ?? 'video'];
  const subject = seen ?? capitalised(kind);
  if (day !== undefined) return `${subject}, ${day}`;
  if (!/\d/u.test(stem)) return seen ?? `Untitled ${kind}`;
  return seen === undefined ? `${subject} ${stem}` : `${subject} (${stem})`;
}

/** A text with its first letter in upper case. */
export function capitalised(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/** Letters and digits in turn: the name of a machine's making. */
function isMachineMade(word: string): boolean {
  return word.length >= 8 && (word.match(/\d+/gu)?.length ?? 0) >= 2 && /\p{L}/u.test(word);
}

function saysSomething(word: string): boolean {
  const letters = word.replace(/\P{L}/gu, '').toLowerCase();
  const least = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(letters)
    ? 1
    : 3;
  return letters.length >= least && !GENERIC.has(letters);
}

type TitledFile = Pick<FilesTable, 'filename' | 'metadata' | 'source_metadata'>;

/**
 * A file's title, never invented: the `title` in its metadata, else its source's title, else its name without the
 * extension.
 */
export function titleOf(file: TitledFile): string {
  return givenTitle(file) ?? stemOf(file.filename);
}

/** The title that a user or the file's source gave it, if any. */
export function givenTitle(file: Omit<TitledFile, 'filename'>): string | undefined {
  return titleIn(file.metadata) ?? titleIn(file.source_metadata);
}

function titleIn(json: string | null): string | undefined {
  const title: unknown = json === null ? undefined : JSON.parse(json)?.title;
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
}
