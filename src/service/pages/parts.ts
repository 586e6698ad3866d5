import type { Gap } from '../../contract/index.ts';
import { type Html, html } from '../web/html.ts';

/** Items on one page of a list. */
const PAGE_SIZE = 48;

/** The offset and limit of the page that the query asks for. @param wish the text of `?page=` */
export function pageWished(wish: string, limit = PAGE_SIZE): { limit: number; offset: number } {
  const number = /^[1-9]\d{0,6}$/.test(wish) ? Number(wish) : 1;
  return { limit, offset: (number - 1) * limit };
}

/** Links to the pages before and after this one; nothing if there is only one. @param path with a query, or none */
export function pager(
  path: string,
  { total, limit, offset }: { total: number; limit: number; offset?: number | undefined },
  name = 'Page',
): Html | undefined {
  const [number, last] = [Math.floor((offset ?? 0) / limit) + 1, Math.max(1, Math.ceil(total / limit))];
  if (last === 1) return undefined;
  const to = (page: number, text: string, rel: string) =>
    html`<a rel="${rel}" href="${path}${path.includes('?') ? '&' : '?'}page=${page}">${text}</a>`;
  return html`<nav class="pager" aria-label="Pages">${number > 1 ? to(Math.min(number - 1, last), '← Previous', 'prev') : undefined}
<span>${name} ${number} of ${last}</span>
${number < last ? to(number + 1, 'Next →', 'next') : undefined}</nav>`;
}

/** What statuses are called, and whether the work goes on. */
const STATUSES: Readonly<Record<string, readonly [text: string, kind: 'done' | 'open' | 'bad' | 'off']>> = {
  pending: ['waiting', 'open'],
  processing: ['processing', 'open'],
  in_progress: ['processing', 'open'],
  completed: ['completed', 'done'],
  completed_with_failures: ['completed, some failed', 'bad'],
  delivered: ['delivered', 'done'],
  failed: ['failed', 'bad'],
  cancelled: ['cancelled', 'off'],
  not_applicable: ['not applicable', 'off'],
};

/** Whether work with this status goes on. */
export function isOpenStatus(status: string): boolean {
  return STATUSES[status]?.[1] === 'open';
}

/** A status as a badge. */
export function badge(status: string): Html {
  const [text, kind] = STATUSES[status] ?? [status, 'off'];
  return html`<span class="badge ${kind}">${text}</span>`;
}

/** A time that people read in UTC where scripts are off, and in their own time zone otherwise. */
export function instant(ms: number): Html {
  const iso = new Date(ms).toISOString();
  return html`<time class="instant" datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** A count with its noun: `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Bytes for people: `1.2 MB`. */
export function sized(bytes: number): string {
  const [unit = 'B', size = 1] = UNITS.find(([, from]) => bytes >= from) ?? [];
  return `${(bytes / size).toLocaleString('en', { maximumFractionDigits: size === 1 ? 0 : 1 })} ${unit}`;
}

const UNITS = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
] as const;

/** What was not heard, read or seen, each with the commands that change it; nothing without any. */
export function gapsNote(gaps: readonly Gap[] = []): Html | undefined {
  if (gaps.length === 0) return undefined;
  const items = gaps.map(({ text, next = [] }) => html`<li>${text}${next.map(command)}</li>`);
  return html`<ul class="gaps" aria-label="What was not heard, read or seen">${items}</ul>`;
}

const command = (line: string, index: number) => html`${index > 0 ? ', then' : ''} <code>${line}</code>`;

/** Says that a list is empty, and how to fill it. */
export function nothingYet(text: string, command?: string): Html {
  return html`<p class="empty">${text}${command === undefined ? undefined : html` <code>${command}</code>`}</p>`;
}
