import type { Mention, Passage } from '../types.ts';

/** The commonly used part of RFC 5322. Lengths are bounded, so that hostile text costs no time. */
const EMAIL = /[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b/g;
/** In its spoken form. */
const SAID_EMAIL =
  /\b([a-z0-9_-]{2,32}(?: dot [a-z0-9_-]{1,32}){0,3}) at ([a-z0-9-]{2,32}(?: dot [a-z0-9-]{2,32}){0,3}) dot (com|org|net|io|edu|gov|eu|de|uk)\b/gi;
const URL_WITH_SCHEME = /\bhttps?:\/\/[^\s<>"'“”)\]]{3,2048}/gi;
const ENDINGS = 'com|org|net|io|dev|edu|gov|de|uk|eu|ai|co|info|app|tv|fr|nl|ch|at|us|ca|au|jp';
const BARE_URL = new RegExp(
  String.raw`(?<![@\w./-])(?:www\.)?(?:[a-z0-9][a-z0-9-]{0,62}\.){1,5}(?:${ENDINGS})(?:\/[^\s<>"'“”)\]]{0,512})?(?![\w@-]|\.\w)`,
  'gi',
);
const SAID_URL =
  /\b(?:www dot )?([a-z0-9-]{2,32}(?: dot [a-z0-9-]{2,32}){0,2}) dot (com|org|net|io|edu|gov|eu)\b(?: slash ([a-z0-9-]{1,32}))?/gi;

/** E-mail and web addresses, verbatim; spoken ones with the address they spell. */
export function addressesIn(passage: Passage): Mention[] {
  const taken: [number, number][] = [];
  const found: Mention[] = [];
  const take = (type: 'emails' | 'urls', pattern: RegExp, value: (match: RegExpExecArray) => string) => {
    for (const match of passage.text.matchAll(pattern)) {
      const text = match[0].replace(/[.,;:!?]+$/, '');
      const [from, to] = [match.index, match.index + text.length];
      if (taken.some(([start, end]) => from < end && to > start)) continue;
      taken.push([from, to]);
      const exact = value(match).replace(/[.,;:!?]+$/, '');
      found.push({ type, text, key: exact.toLowerCase(), value: exact, passage, from });
    }
  };
  const dotted = (said = '') => said.replace(/ dot /gi, '.');
  take('emails', EMAIL, ([text]) => text);
  take('emails', SAID_EMAIL, ([, name, host, ending]) =>
    `${dotted(name)}@${dotted(host)}.${ending}`.toLowerCase(),
  );
  take('urls', URL_WITH_SCHEME, ([text]) => text);
  take('urls', BARE_URL, ([text]) => `https://${text}`);
  take('urls', SAID_URL, ([, host, ending, path]) =>
    `https://${dotted(host)}.${ending}${path ? `/${path}` : ''}`.toLowerCase(),
  );
  return found;
}
