import { type Html, html } from '../web/html.ts';

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
