import { clock } from '../../text/timestamps.ts';
import type { Entities } from '../../understanding/extraction/types.ts';
import { escapeMarkdown } from '../../understanding/speech/format.ts';

/** Entities of one segment. Times in seconds. */
interface Cut {
  readonly start_time: number;
  readonly end_time: number;
  readonly entities: Entities;
}

/** Entities as Markdown: those of the file, then those of each segment that has any. */
export function entitiesMarkdown(title: string, file: Entities, segments: readonly Cut[] = []): string {
  const sections = [
    `# ${escapeMarkdown(title)}`,
    ...(isEmpty(file) ? [] : [itemsOf(file, '')]),
    ...segments
      .filter(({ entities }) => !isEmpty(entities))
      .map((cut) => `## ${clock(cut.start_time)} – ${clock(cut.end_time)}\n\n${itemsOf(cut.entities, '')}`),
  ];
  return `${sections.length > 1 ? sections.join('\n\n') : `${sections[0]}\n\n_Nothing was extracted._`}\n`;
}

const isEmpty = (entities: object): boolean => Object.keys(entities).length === 0;

/** A nested list of names and values. */
function itemsOf(value: object, indent: string): string {
  return Object.entries(value)
    .map(([name, inside]) => {
      const label = Array.isArray(value) ? '' : `**${escapeMarkdown(name)}:** `;
      if (typeof inside !== 'object' || inside === null)
        return `${indent}- ${label}${escapeMarkdown(String(inside ?? 'none'))}`;
      const below = itemsOf(inside, `${indent}  `);
      return `${indent}- ${label || `${Number(name) + 1}`}${below && `\n${below}`}`.replace(/ +$/gm, '');
    })
    .join('\n');
}
