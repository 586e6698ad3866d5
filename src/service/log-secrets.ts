/** What stands instead of a secret. */
const HIDDEN = '…';

/** Secrets by their form. The service writes none to its log; these catch what comes in texts of others. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bvau_[\w-]{30,}/g, `vau_${HIDDEN}`],
  [/\bwhsec_[\w+/=-]+/g, `whsec_${HIDDEN}`],
  [/\b(Bearer|Basic) +[\w.~+/=-]{6,}/gi, `$1 ${HIDDEN}`],
  // A signed path, and what signs it: an expiry, a dot and a signature.
  [/\/m\/[^/\s"\\]+/g, `/m/${HIDDEN}`],
  [/\b[0-9a-z]{1,11}\.[\w-]{43}(?![\w-])/g, HIDDEN],
  // The name and password of a URL, and its query, which may sign it.
  [/(\bhttps?:\/\/)[^/\s"@\\]+@/gi, `$1${HIDDEN}@`],
  [/(\bhttps?:\/\/[^\s"?\\]+\?)[^\s"\\]+/gi, `$1${HIDDEN}`],
];

/** A text without tokens, signatures, secrets of webhooks, and passwords and queries of URLs. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((shown, [secret, instead]) => shown.replace(secret, instead), text);
}
