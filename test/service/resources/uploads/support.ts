import { type Answer, readAnswer, type TestService } from '../../../support/service.ts';

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The header of these pairs. */
export const described = (pairs: Readonly<Record<string, string>>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(',');

type Headers = Readonly<Record<string, string>>;
type Body = NonNullable<RequestInit['body']>;

/** The requests of tus, as a program sends them. */
export function tusOf(service: TestService, token = service.token) {
  const ask = async (method: string, path: string, headers: Headers = {}, body?: Body): Promise<Answer> =>
    readAnswer(
      await service.app.request(`/v1/uploads${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
        ...(body === undefined ? {} : { body, duplex: 'half' }),
      } as RequestInit),
    );
  const create = (bytes: number, pairs: Readonly<Record<string, string>> = { filename: 'talk.flac' }) =>
    ask('POST', '', { 'upload-length': String(bytes), 'upload-metadata': described(pairs) });
  return {
    ask,
    create,
    /** Begins an upload. @returns its id */
    async begin(bytes: number, pairs?: Readonly<Record<string, string>>): Promise<string> {
      const { headers } = await create(bytes, pairs);
      return headers.get('location')?.split('/').at(-1) ?? '';
    },
    patch: (id: string, offset: number, body: Body, headers: Headers = {}) =>
      ask(
        'PATCH',
        `/${id}`,
        {
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
          ...headers,
        },
        body,
      ),
    /** Bytes that the service has; null if it does not say. */
    offset: async (id: string) => (await ask('HEAD', `/${id}`)).headers.get('upload-offset'),
  };
}
