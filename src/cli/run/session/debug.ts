/** --debug: traces requests and responses on standard error, without secrets. */
import type { TraceEvent } from '../../../client/client.ts';
import { redactor } from '../../terminal/redact.ts';

/** Maximum length of a shown body, and of a body that is searched for secrets, in characters. */
const longest = 4000;
const longestSearched = 1_000_000;

/**
 * Writes requests and responses as lines: `>` is sent, `<` is received. @param note writes a line @param
 * token the token in use; it is always hidden
 */
export function debugTrace(
  note: (text: string) => void,
  token: string | undefined,
): (event: TraceEvent) => void {
  const hide = redactor(token);
  const headers = (mark: string, all: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(all)) note(`${mark} ${name}: ${hide.header(name, value)}`);
  };
  const body = (mark: string, text: string) => {
    if (text.length > longestSearched) note(`${mark} (${text.length} characters)`);
    else if (text) note(`${mark} ${shortened(hide.body(text))}`);
  };
  return (event) => {
    if (event.kind === 'request') {
      note(`> ${event.method} ${hide.text(event.url)}`);
      headers('>', event.headers);
      if (event.body !== undefined)
        body('>', typeof event.body === 'string' ? event.body : '(a stream of bytes)');
    } else if (event.kind === 'answer') {
      note(`< ${event.status} in ${Math.round(event.ms)} ms`);
      headers('<', event.headers);
      body('<', event.body);
    } else note(`< no response after ${Math.round(event.ms)} ms: ${hide.text(faultOf(event.error))}`);
  };
}

const faultOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const shortened = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
