import { expect, it } from 'vitest';
import type { ModelRequest } from '../../../../src/service/understanding/models/model-process/messages.ts';
import { ModelRequests } from '../../../../src/service/understanding/models/model-process/requests.ts';

const forever = new AbortController().signal;

it('a request whose encoder is lost twice is rejected, and sent no third time', async () => {
  const sent: ModelRequest[] = [];
  const requests = new ModelRequests('encoder', (request) => sent.push(request));
  const answer = requests.ask(['a text'], forever);
  requests.lost('it died');
  expect(sent).toHaveLength(2);
  requests.lost('it died again');
  await expect(answer).rejects.toThrow('it died again');
  expect([sent.length, requests.size]).toEqual([2, 0]);
});
