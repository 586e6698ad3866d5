import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { choosing, type Scripted, scripted } from './harness.ts';
import { runInProcess } from './in-process.ts';

let service: Scripted;
let status = 'completed';
const hostile = '\u001b]9;evil\u0007';
beforeAll(async () => {
  service = await scripted(() => ({ json: { id: 'f1', filename: hostile, status, error: hostile } }));
});
beforeEach(() => {
  status = 'completed';
});
afterAll(() => service.close());

/** What a wait writes to standard error. */
const waited = async (notify: string | undefined, terminal = true, words = ['file', 'f1']) => {
  const env = { ...choosing(service), ...(notify === undefined ? {} : { VAU_NOTIFY: notify }) };
  return (await runInProcess(['wait', ...words, '--timeout', '0'], env, { terminal })).stderr;
};

describe('the end of a wait', () => {
  it('is quiet unless asked', async () => {
    expect(await waited(undefined)).not.toContain('\u0007');
    expect(await waited('off')).not.toContain('\u0007');
  });

  it('rings, or shows a message of the terminal, in words of vau alone', async () => {
    expect((await waited('bell')).endsWith('\u0007')).toBe(true);
    expect((await waited('desktop')).endsWith('\u001b]9;vau: file completed\u0007')).toBe(true);
    status = 'failed';
    const failed = await waited('desktop');
    expect(failed).toContain('\u001b]9;vau: file failed\u0007');
    expect(failed).not.toContain(hostile);
  });

  it('writes nothing of it where standard error is no terminal', async () => {
    expect(await waited('desktop', false)).not.toContain('\u001b]9');
  });
});
