/** The token in use is shown in no error, whatever a service or a broken file says. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anything, choosing, run, type Scripted, scripted, temporary, token } from './harness.ts';

let service: Scripted;
const home = temporary();
beforeAll(async () => {
  service = await scripted();
});
beforeEach(() => {
  service.script = () => anything;
});
afterAll(async () => {
  await service.close();
  home.remove();
});

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

  it('in the address of a redirect is not repeated, in the form of a URL either', async () => {
    const odd = 'odd+token/with=marks';
    service.script = () => ({
      status: 302,
      headers: { location: `http://e.example/?as=${encodeURIComponent(odd)}&is=${odd}` },
    });
    const { stderr } = await get([], odd);
    expect(stderr).toContain('http://e.example/?as=****&is=****');
  });

  it('that is short takes nothing from other words', async () => {
    service.script = () => ({ status: 403, json: { error: 'not s3 but as3: s3' } });
    expect((await get([], 's3')).stderr).toContain('not **** but as3: ****');
  });

  it('while it is tried again, or in an answer that is no JSON, is not repeated', async () => {
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
    ['a text that begins in no string', `{"profiles":\n {"p": {"token": ${token}}}}`, 'it is no JSON'],
    [
      'a text that goes on behind its end',
      `{"token": "${token}"\n  "b": 1}`,
      'it is no JSON (line 2, column 3)',
    ],
  ])('is not quoted: %s', async (_, text, why) => {
    mkdirSync(path.dirname(config), { recursive: true });
    writeFileSync(config, text);
    const ended = await run(home.folder, ['config', 'list']);
    expect(ended.status).toBe(0);
    expect(ended.stderr).toContain(`${config} was left out: ${why}. Mend it`);
    // The parser shows ten characters round the fault.
    expect(ended.stderr).not.toContain(token.slice(0, 6));
  });
});
