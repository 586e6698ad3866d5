/**
 * What pages are made of: templates that escape (here), the frame around a page, the player, sessions, answers by
 * status, and the styles and scripts under /assets. It knows no resource of the API.
 */

/** Text that is already HTML. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template: nothing, text (escaped), HTML, or a list of those. */
export type Part = string | number | Html | undefined | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are escaped, safe in text and in quoted attributes: html`<p title="${title}">${text}</p>`. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.map((text, i) => text + written(parts[i])).join(''));
}

function written(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(written).join('');
  return String(part).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
