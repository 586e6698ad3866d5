import { BlockList, isIP } from 'node:net';

/**
 * What of private addresses may be reached: all, none, or these ranges, such as `10.0.0.0/8`, `fd00::/8` or a single
 * address.
 */
export type PrivateAllowed = boolean | readonly string[];

/** Whether a text is an IP address, or a range in CIDR notation. */
export function isRange(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && !address.includes('%') && Number(bits ?? 0) <= (family === 6 ? 128 : 32);
}

const known = new Map<string, BlockList>();

/** Whether an address is in one of the ranges. IPv4-mapped IPv6 addresses count as IPv4. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const bare = address.replace(/%.*$/, '');
  const family = isIP(bare);
  return family !== 0 && listOf(ranges).check(bare, family === 6 ? 'ipv6' : 'ipv4');
}

/** A service has one setting, so few lists are made. @throws Error if one is not a range */
function listOf(ranges: readonly string[]): BlockList {
  const key = ranges.join();
  const list = known.get(key) ?? makeList(ranges);
  known.set(key, list);
  return list;
}

function makeList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = address.includes(':') ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}
