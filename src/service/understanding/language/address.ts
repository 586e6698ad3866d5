/** Where the operation of a base address is, in the OpenAI interface. */
const OPERATION = 'chat/completions';

/** The address to ask: a whole one as it is, else below the base; an address without a path gets the usual `/v1`. */
export function chatAddress(configured: string): string {
  const url = new URL(configured);
  const base = url.pathname.replace(/\/+$/, '');
  if (!base.endsWith(`/${OPERATION}`)) url.pathname = `${base || '/v1'}/${OPERATION}`;
  return url.href;
}
