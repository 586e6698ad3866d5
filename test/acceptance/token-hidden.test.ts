/** The token in use is never shown in an error, whatever a service or an invalid file contains. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosing, run, stage, token } from './harness.ts';

const { service, home } = await stage();

describe('a service that repeats the token', () => {
  const get = (more: string[], own = token) =>
    run(home.folder, ['file', 'get', 'f', ...more], { env: { ...choosing(service), VAU_TOKEN: own } });

  it.each([[[]], [['-o', 'json']]])('in its {error} is not repeated, with %j', async (more) => {
    service.script = ({ headers }) => ({
      status: 403,
      headers: { 'x-request-id': `r-${token}` },
      json: { error: `Refused: ${headers.authorization}` },
    });
    const ended = await get(more);
    expect(ended).toMatchObject({ status: 4, stdout: '' });
    expect(ended.stderr).toContain('Refused: Bearer ****');
    expect(ended.stderr).toContain('r-****');
    expect(ended.stderr).not.toContain(token);
  });

  it('in the URL of a redirect is not repeated, URL-encoded either', async () => {
    const odd = 'odd+token/with=marks';
    service.script = () => ({
      status: 302,
      headers: { location: `http://e.example/?as=${encodeURIComponent(odd)}&is=${odd}` },
    });
    const { stderr } = await get([], odd);
    expect(stderr).toContain('http://e.example/?as=****&is=****');
  });

  it('that is short does not change other words', async () => {
    service.script = () => ({ status: 403, json: { error: 'not s3 but as3: s3' } });
    expect((await get([], 's3')).stderr).toContain('not **** but as3: ****');
  });

  it('is not repeated during retries, or in a response that is not JSON', async () => {
    service.script = (_, count) =>
      count % 2
        ? { status: 503, headers: { 'retry-after': '0' }, json: { error: `busy with ${token}` } }
        : { text: '<html>', headers: { 'content-type': `odd/${token}` } };
    service.arrived.length = 0;
    const { stderr } = await get([]);
    expect(stderr).toContain('busy with ****');
    expect(stderr).toContain('odd/****');
    expect(stderr).not.toContain(token);
  });
});

describe('a broken configuration', () => {
  const config = path.join(home.folder, 'config', 'config.json');

  it.each([
    ['a text with an unquoted value', `{"profiles":\n {"p": {"token": ${token}}}}`, 'it is not JSON'],
    [
      'a text that continues after its end',
      `{"token": "${token}"\n  "b": 1}`,
      'it is not JSON (line 2, column 3)',
    ],
  ])('is not quoted: %s', async (_, text, why) => {
    mkdirSync(path.dirname(config), { recursive: true });
    writeFileSync(config, text);
    const ended = await run(home.folder, ['config', 'list']);
    expect(ended.status).toBe(0);
    expect(ended.stderr).toContain(`ignored ${config}: ${why}. Correct it`);
    // The parser quotes ten characters around the error.
    expect(ended.stderr).not.toContain(token.slice(0, 6));
  });
});
