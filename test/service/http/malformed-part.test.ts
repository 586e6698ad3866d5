import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const part = (name: string, filename: string, content: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\n${content}\r\n`;

it('[ERR-1] a form with a malformed part before a file is answered with 400, even if it ends too early', async () => {
  const form = `${part('metadata', '\u001b[31m', '{}')}${part('subtitles', 's', 'x'.repeat(100_000))}--b`;
  const pieces = [form.slice(0, 65_536), form.slice(65_536)].map((text) => new TextEncoder().encode(text));
  const body = new ReadableStream({
    pull: (stream) => {
      const piece = pieces.shift();
      if (piece) stream.enqueue(piece);
      else stream.close();
    },
  });
  const headers = {
    authorization: `Bearer ${service.token}`,
    'content-type': 'multipart/form-data; boundary=b',
  };
  const init = { method: 'POST', headers, body, duplex: 'half' as const };
  const answer = await service.app.request('/v1/files', init);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: expect.stringContaining('Malformed part header') });
});
