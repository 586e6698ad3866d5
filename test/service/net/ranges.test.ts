import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInRanges, isRange } from '../../../src/service/net/ranges.ts';
import { type Loopback, loopback } from '../../support/loopback.ts';
import { openTestService, type TestService } from '../../support/service.ts';

describe('ranges of addresses', () => {
  it.each([
    '10.0.0.0/8',
    '192.168.1.5',
    '0.0.0.0/0',
    'fd00::/8',
    '::1',
    '::ffff:10.0.0.0/104',
    '10.0.0.1/32',
    'fd00::1/128',
  ])('may be %s', (text) => {
    expect(isRange(text)).toBe(true);
  });

  it.each([
    '',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '/8',
    'localhost',
    'fe80::1%eth0',
    '10.0.0.0/8/8',
    '10.0.0.0/8 ',
  ])('may not be %j', (text) => {
    expect(isRange(text)).toBe(false);
  });

  it.each([
    ['10.1.2.3', '10.0.0.0/8', true],
    ['11.1.2.3', '10.0.0.0/8', false],
    ['192.168.1.5', '192.168.1.5', true],
    ['192.168.1.6', '192.168.1.5', false],
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['fd12::1', 'fd00::/8', true],
    ['fd00::1', 'fd00::1', true],
    ['fd00::2', 'fd00::1', false],
    ['fe80::1%eth0', 'fe80::/10', true],
    ['fe80::1', 'fd00::/8', false],
    ['::1', '127.0.0.0/8', false],
    ['localhost', '127.0.0.0/8', false],
  ] as const)('%s in %s: %s', (address, range, is) => {
    expect(isInRanges(address, [range])).toBe(is);
  });
});

describe('a URL of a caller', () => {
  let service: TestService;
  let other: Loopback;
  beforeAll(async () => {
    other = await loopback((_, response) => response.end('fLaC'));
    service = await openTestService({ allowPrivateAddresses: ['127.0.0.1/32'], retryMs: 1 });
  });
  afterAll(async () => {
    await service.close();
    await other.close();
  });

  it('is fetched from a range that is allowed, and from no other', async () => {
    const sync = (url: string) => service.call('POST', '/files/sync', { url });
    const allowed = await sync(`${other.url}/a.flac`);
    expect(allowed.status).toBe(200);
    await service.drain();
    expect(other.arrived).toHaveLength(1);
    for (const host of ['127.0.0.2', '10.0.0.1', '[::1]', '169.254.169.254', '[fd00::1]']) {
      const { status, body } = await sync(`http://${host}:${other.port}/b.flac`);
      expect({ host, status, error: body.error }).toEqual({
        host,
        status: 400,
        error: expect.stringContaining('private network'),
      });
    }
    expect(other.arrived).toHaveLength(1);
  });
});
