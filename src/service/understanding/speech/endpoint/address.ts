/** Where the operation of a base address is, in the OpenAI interface. */
const OPERATION = 'audio/transcriptions';

/**
 * The addresses at which transcriptions may be asked for, the likelier first. A whole address (ending in
 * `transcriptions` or `inference`) is taken as it is; below a base address come the operation's usual path and, for
 * servers of the whisper.cpp kind, `/inference`. An address without a path gets the usual `/v1`.
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
