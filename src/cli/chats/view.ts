import type { ChatCompletion } from '../../contract/index.ts';
import type { Session } from '../model/session.ts';
import { formatClock } from '../output/format.ts';
import { cleanLines } from '../terminal/clean.ts';
import { reflow } from '../terminal/text-width.ts';

/**
 * An answer for people: its text, then what it cites, with file, time and quote, unless the text quotes that itself. On a
 * terminal its lines break between words. Undefined for a response of another shape.
 */
export function chatText({ io }: Session, answer: unknown): string | undefined {
  const { choices } = answer as Partial<ChatCompletion>;
  if (!choices?.every(({ message }) => typeof message?.content === 'string')) return undefined;
  const texts = choices.map(({ message, citations = [] }) => {
    const content = cleanLines(message.content);
    const sources = citations.flatMap((one) => {
      const quote = cleanLines(one.text ?? '').replace(/\n/g, ' ');
      return quote === '' || content.includes(quote) ? [] : [`${placeOf(one)}  “${quote}”`];
    });
    return sources.length === 0
      ? content
      : [content, '', io.paint('out', 'bold', 'Sources'), ...sources].join('\n');
  });
  const whole = `${texts.join('\n\n')}\n`;
  return io.columns === undefined ? whole : reflow(whole, io.columns);
}

type Citation = NonNullable<ChatCompletion['choices'][number]['citations']>[number];

function placeOf({ filename, file_id, start_time }: Citation): string {
  const file = cleanLines(filename ?? file_id);
  return start_time === undefined ? file : `${file}  ${formatClock(start_time)}`;
}
