import { isSure } from '../../contract/index.ts';
import { type Html, html } from './html.ts';

/** A line of the transcript. Times are seconds on the player's time line. */
export interface SpokenLine {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly speaker?: string;
  /** Probability that it is right, 0 to 1, if its recogniser tells. */
  readonly confidence?: number;
  readonly words?:
    | readonly { readonly word: string; readonly start: number; readonly end: number }[]
    | undefined;
}

/** A chapter. Times are seconds on the player's time line. */
export interface PageChapter {
  readonly start: number;
  readonly end: number;
  readonly title: string;
}

/** What is said in the media, and its chapters. Both are empty if it has not been analysed. */
export interface Spoken {
  readonly lines: readonly SpokenLine[];
  readonly chapters: readonly PageChapter[];
  /** The length of what is shown, where it is a part of a film. */
  readonly seconds?: number;
}

/** Data for the player. Times are seconds on the stream's own time line. */
export interface Player {
  readonly stream: string;
  readonly poster: string | undefined;
  readonly title: string;
  readonly window: { readonly start: number; readonly end: number } | undefined;
  /** Where to renew a private stream's URL, and how often (ms). */
  readonly renew: { readonly path: string; readonly everyMs: number } | undefined;
  /** The file itself, for browsers without scripts. */
  readonly download: string | undefined;
  /** Second to start at, for browsers without scripts. */
  readonly at: number | undefined;
  readonly spoken: Spoken;
}

export const playerScripts = ['hls.js', 'share.js', 'page.js'] as const;

/** The player, with captions and chapters as text tracks beside the stream. */
export function player(data: Player): Html {
  const { stream, poster, title, window, renew } = data;
  const picture = poster && html` poster="${poster}"`;
  return html`<video id="player" controls playsinline preload="metadata" aria-label="${title}"
 data-stream="${stream}"${picture}${
   window && html` data-start="${window.start}" data-end="${window.end}"`
 }${renew && html` data-renew="${renew.path}" data-renew-ms="${renew.everyMs}"`}>${textTracks(data)}</video>
<p id="note" role="alert" hidden></p>
<noscript>${plainPlayer(data)}</noscript>`;
}

/** Plays the file itself: streams need a script in most browsers. */
function plainPlayer(data: Player): Html {
  const { download, at, title } = data;
  if (download === undefined) return html`<p>Playing this needs JavaScript.</p>`;
  const from = at === undefined ? '' : `#t=${at}`;
  return html`<video controls playsinline preload="metadata" aria-label="${title}" src="${download}${from}">${textTracks(data)}</video>`;
}

function textTracks({ stream, spoken }: Player): Html {
  const beside = stream.slice(0, stream.lastIndexOf('/') + 1);
  const track = (kind: string, label: string, more?: Html) =>
    html`<track kind="${kind}" label="${label}" src="${beside}${kind}.vtt"${more}>`;
  return html`${spoken.lines.length > 0 ? track('captions', 'Captions') : undefined}${
    spoken.chapters.length > 0 ? track('chapters', 'Chapters', html` default`) : undefined
  }`;
}

/** Buttons and lists below and beside the player. Their links also work without scripts. */
export function besidePlayer(
  { lines, chapters }: Spoken,
  { query, download }: { query: string; download: string | undefined },
): { below: Html; aside?: Html } {
  const link = (seconds: number) => `?${query}${query === '' ? '' : '&'}t=${rounded(seconds)}`;
  const below = html`<p class="tools"><button type="button" id="copy" class="scripted">Copy link at <span id="now">0:00</span></button>
${download && html`<a href="${download}" download>Download</a>`}
<span id="copied" role="status"></span></p>
${chapters.length > 0 ? chapterList(chapters, link) : undefined}${shortcuts}`;
  return lines.length === 0 ? { below } : { below, aside: transcript(lines, link) };
}

function chapterList(chapters: readonly PageChapter[], link: (seconds: number) => string): Html {
  return html`<nav aria-labelledby="chapters"><h2 id="chapters">Chapters</h2>
<ol class="chapters">${chapters.map(
    ({ start, end, title }) =>
      html`<li${times(start, end)}><a href="${link(start)}"><time>${shortClock(start)}</time> <span>${title}</span></a></li>\n`,
  )}</ol></nav>
`;
}

function transcript(lines: readonly SpokenLine[], link: (seconds: number) => string): Html {
  return html`<aside aria-labelledby="said"><div class="head"><h2 id="said">Transcript</h2>
<p class="scripted search"><label for="find">Search the transcript</label>
<input id="find" type="search" autocomplete="off" aria-describedby="found"><span id="found" role="status"></span></p></div>
<ol id="transcript" tabindex="0" aria-labelledby="said">${lines.map((line, index) => {
    const speaker = line.speaker !== lines[index - 1]?.speaker && line.speaker;
    return html`<li${times(line.start, line.end)}><a href="${link(line.start)}"><time>${shortClock(line.start)}</time> <span>${
      speaker ? html`<b>${speaker}</b> ` : undefined
    }${words(line)}</span></a></li>\n`;
  })}</ol></aside>`;
}

/** Words that the recogniser was not sure of are marked. */
export function words(line: { readonly text: string; readonly confidence?: number | undefined }): Html {
  return isSure(line)
    ? html`<span class="words">${line.text}</span>`
    : html`<span class="words quiet" title="The recogniser was not sure of these words">~ ${line.text}</span>`;
}

const shortcuts = html`<details class="scripted"><summary>Keyboard shortcuts</summary>
<dl><dt><kbd>Space</kbd> or <kbd>K</kbd></dt><dd>Play or pause</dd>
<dt><kbd>J</kbd>, <kbd>L</kbd></dt><dd>10 seconds back, forward</dd>
<dt><kbd>←</kbd>, <kbd>→</kbd></dt><dd>5 seconds back, forward</dd>
<dt><kbd>C</kbd></dt><dd>Captions</dd><dt><kbd>M</kbd></dt><dd>Sound</dd><dt><kbd>F</kbd></dt><dd>Full screen</dd>
<dt><kbd>/</kbd></dt><dd>Search the transcript</dd></dl></details>`;

const times = (start: number, end: number) =>
  html` data-start="${rounded(start)}" data-end="${rounded(end)}"`;

const rounded = (seconds: number) => Math.round(seconds * 100) / 100;

/** `m:ss`, or `h:mm:ss` from an hour. */
export function shortClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}
