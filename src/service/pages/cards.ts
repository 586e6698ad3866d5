import type { CollectionFile, VauFile } from '../../contract/index.ts';
import { type Html, html } from '../web/html.ts';
import { shortClock } from '../web/player-page.ts';
import { badge, counted } from './parts.ts';

/**
 * A table, which scrolls by itself where the window is narrow.
 * @param name what it contains, for screen readers
 */
export function table(name: string, heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="table" role="group" aria-label="${name}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table></div>
`;
}

/** A file as its thumbnail, with what is known of it. @param href its page @param below what stands under its name */
export function fileCard(file: VauFile, href: string, below: Html | undefined): Html {
  const length = file.media_info?.duration_seconds;
  const clock = length ? html`<span class="length">${shortClock(length)}</span>` : undefined;
  return html`<a href="${href}"><span class="shot">${picture(file)}${clock}</span><span class="name">${file.filename}</span></a>
${below}`;
}

function picture({ thumbnail_url: url, media_type: type }: VauFile): Html {
  if (url === undefined) return html`<span class="no-shot">${type ?? 'file'}</span>`;
  return html`<img src="${url}" alt="" loading="lazy">`;
}

/** How far a file is: nothing once it is completed; why, if it failed. */
export function fileState({ status, error }: Pick<VauFile, 'status' | 'error'>): Html | undefined {
  if (status === 'completed') return undefined;
  return html`<p class="state">${badge(status)}</p>${why(error)}`;
}

/** How far a file is in a collection, with the stage it is at. */
export function collectionFileState({ status, error, progress }: CollectionFile): Html | undefined {
  if (status === 'completed') return undefined;
  const stage =
    progress && status === 'processing'
      ? html` <span class="stage">${progress.stage} ${progress.done} of ${progress.total}</span>
<progress value="${progress.done}" max="${Math.max(1, progress.total)}" aria-label="${progress.stage}"></progress>`
      : undefined;
  return html`<p class="state">${badge(status)}${stage}</p>${why(error)}`;
}

/** What was not heard, read or seen of a file, without commands: its page has them. */
export function fileGaps({ gaps = [] }: Pick<VauFile, 'gaps'>): Html[] {
  return gaps.map(({ text }) => html`<p class="gap">${text}</p>`);
}

/** Why something failed. */
export function why(error: string | null | undefined): Html | undefined {
  return error ? html`<p class="why">${error}</p>` : undefined;
}

/** A grid of cards; each is an item with an id of its own, so that it can be replaced while the page is open. */
export function cards(items: readonly { readonly key: string; readonly content: Html }[]): Html {
  return html`<ul class="cards">${items.map(card)}</ul>`;
}

/** One card of a grid. */
export function card({ key, content }: { readonly key: string; readonly content: Html }): Html {
  return html`<li id="${key}">${content}</li>\n`;
}

/** The heading of a list, with how many there are. */
export function headed(title: string, total: number, noun: string): Html {
  return html`<div class="head"><h1>${title}</h1><p class="quiet">${counted(total, noun)}</p></div>`;
}
