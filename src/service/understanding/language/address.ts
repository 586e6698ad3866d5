/** Path of the operation below a base URL, in the OpenAI interface. */
const OPERATION = 'chat/completions';

/** The URL to request: a full one as it is, otherwise below the base; a URL without a path gets the usual `/v1`. */
export function chatAddress(configured: string): string {
  const url = new URL(configured);
  const base = url.pathname.replace(/\/+$/, '');
  if (!base.endsWith(`/${OPERATION}`)) url.pathname = `${base || '/v1'}/${OPERATION}`;
  return url.href;
}
