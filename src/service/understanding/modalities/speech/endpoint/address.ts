/** Path of the operation below a base URL, in the OpenAI interface. */
const OPERATION = 'audio/transcriptions';

/**
 * The URLs to try, the most likely first. A full URL (ending in `transcriptions` or `inference`) is used as it is; a
 * base URL is extended by the operation's usual path and, for servers like whisper.cpp, by `/inference`. A URL without
 * a path gets the usual `/v1`.
 */
export function transcriptionAddresses(configured: string): string[] {
  const url = new URL(configured);
  const base = url.pathname.replace(/\/+$/, '');
  if (/\/(transcriptions|inference)$/.test(base)) return [url.href];
  const at = (pathname: string) => {
    const address = new URL(url);
    address.pathname = pathname;
    return address.href;
  };
  return [at(`${base || '/v1'}/${OPERATION}`), at(`${base.replace(/\/v1$/, '')}/inference`)];
}
