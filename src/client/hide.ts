/** Keeps the token out of what a service says: some repeat the header they refuse. */

/** Shorter ones, in characters, are hidden as whole words alone: they stand inside other words by chance. */
const leastInside = 8;

/**
 * A function that puts **** for the token wherever a text holds it, as it is or as a URL would carry it.
 * @param token the token in use; without one texts stay as they are
 */
export function hiding(token: string | undefined): (text: string) => string {
  if (!token) return (text) => text;
  const either = [token, encodeURIComponent(token)].map((form) => form.replace(/[^\w]/g, '\\$&')).join('|');
  const secret = new RegExp(token.length < leastInside ? `(?<!\\w)(?:${either})(?!\\w)` : either, 'g');
  return (text) => text.replace(secret, '****');
}
