/** The client of a command asks before each change, whichever of its functions sends it. */
import { describe, expect, it } from 'vitest';
import { guarded } from '../../../src/cli/run/session/session.ts';
import type { Client } from '../../../src/client/client.ts';

/** A client whose guard refuses everything, and what was sent through it. */
function refusing() {
  const sent: string[] = [];
  const note = (what: unknown) => {
    sent.push(String(what));
    return Promise.resolve(undefined as never);
  };
  const inner: Client = {
    baseUrl: 'http://127.0.0.1:9/v1',
    send: note,
    call: note,
    request: ({ method }) => note(method),
    close: async () => undefined,
  };
  const ask = () => Promise.reject(new Error('asked'));
  return { client: guarded(inner, { ask, agree: () => undefined }), sent };
}

describe('a guarded client', () => {
  it('asks before it sends a change', async () => {
    const { client, sent } = refusing();
    await expect(client.send('tag.create', {})).rejects.toThrow('asked');
    await expect(client.call('webhook.delete', { params: { webhook_id: 'w' } })).rejects.toThrow('asked');
    await expect(client.request({ method: 'DELETE', path: '/files/f' })).rejects.toThrow('asked');
    expect(sent).toEqual([]);
  });

  it('reads and searches without a question', async () => {
    const { client, sent } = refusing();
    await client.send('deep-search.run', {});
    await client.call('file.list', {});
    await client.request({ method: 'GET', path: '/files' });
    expect(sent).toEqual(['deep-search.run', 'file.list', 'GET']);
  });
});
