import { type Html, html } from '../web/html.ts';
import { shortClock } from '../web/player-page.ts';

/** A span on the timeline, in seconds. */
export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly title: string;
}

/** One row of the timeline. */
export interface Track {
  readonly name: string;
  /** The class of its marks, for their colour. */
  readonly kind: 'chapter' | 'scene' | 'speech' | 'text' | 'face' | 'moment';
  readonly marks: readonly Mark[];
}

/** The width of a row in its own units, and the most marks that can be told apart in it. */
const WIDTH = 1000;
const MOST_MARKS = 250;

/**
 * What a file contains, by its time: a row for each kind, and a mark for each span. The marks lead to their second; the
 * lists of the page have the same links for the keyboard and for screen readers.
 * @param seconds how long the file is
 */
export function timeline(tracks: readonly Track[], seconds: number): Html | undefined {
  const shown = tracks.filter(({ marks }) => marks.length > 0);
  if (shown.length === 0 || seconds <= 0) return undefined;
  return html`<section class="timeline" aria-hidden="true" data-seconds="${seconds}">${shown.map((track) => row(track, seconds))}</section>`;
}

function row({ name, kind, marks }: Track, seconds: number): Html {
  return html`<div class="track"><span>${name}</span><svg viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" class="${kind}">${thinned(marks, seconds).map((one) => mark(one, seconds))}<rect class="now" x="-3" width="3" height="10"></rect></svg></div>
`;
}

function mark({ start, end, title }: Mark, seconds: number): Html {
  const x = (start / seconds) * WIDTH;
  const width = Math.max(2, ((Math.min(end, seconds) - start) / seconds) * WIDTH - 1);
  return html`<a href="?t=${Math.round(start * 100) / 100}" data-start="${start}" tabindex="-1"><title>${shortClock(start)} ${title}</title><rect x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="10" rx="1.5"></rect></a>`;
}

/** So many marks that they can be told apart: of those that begin at the same place, the first, up to the end of all. */
function thinned(marks: readonly Mark[], seconds: number): readonly Mark[] {
  if (marks.length <= MOST_MARKS) return marks;
  const places = new Map<number, Mark>();
  for (const one of marks) {
    const place = Math.floor((one.start / seconds) * MOST_MARKS);
    const first = places.get(place);
    places.set(place, first ? { ...first, end: Math.max(first.end, one.end) } : one);
  }
  return [...places.values()];
}
