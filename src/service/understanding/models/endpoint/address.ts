/**
 * The URL of an operation of the OpenAI interface: a full one as it is, otherwise below the configured base; a URL without
 * a path gets the usual `/v1`.
 */
export function operationAddress(configured: string, operation: 'chat/completions' | 'embeddings'): string {
  const url = new URL(configured);
  const base = url.pathname.replace(/\/+$/, '');
  if (!base.endsWith(`/${operation}`)) url.pathname = `${base || '/v1'}/${operation}`;
  return url.href;
}
