/** Hides the token in responses: some services repeat the header that they reject. */

/** Shorter tokens, in characters, are hidden only as whole words: they may be part of other words by chance. */
const leastInside = 8;

/**
 * A function that replaces the token in a text with ****, in plain and in URL-encoded form. @param token the
 * token in use; without one texts are unchanged
 */
export function hiding(token: string | undefined): (text: string) => string {
  if (!token) return (text) => text;
  const either = [token, encodeURIComponent(token)].map((form) => form.replace(/[^\w]/g, '\\$&')).join('|');
  const secret = new RegExp(token.length < leastInside ? `(?<!\\w)(?:${either})(?!\\w)` : either, 'g');
  return (text) => text.replace(secret, '****');
}
