import { BlockList, isIP } from 'node:net';

/**
 * Ranges outside the public internet, from the IANA special-purpose address registries (RFC 6890 and updates): a URL
 * given by a caller must not reach this machine, its network or its cloud metadata service. Of IPv6, only 2000::/3 is public
 * (RFC 4291). The rest holds the ranges that embed an IPv4 address and may lead to it: ::/96, ::ffff:0:0:0/96 (RFC 2765) and
 * NAT64 (RFC 6052, 8215); within 2000::/3, these are Teredo (2001::/32) and 6to4 (2002::/16).
 */
const RANGES = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
const RANGES_6 = [
  ...['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
];

const special = listOf(RANGES, 'ipv4');
const special6 = listOf(RANGES_6, 'ipv6');

/** IPv4 addresses in IPv6 notation, which sockets treat as IPv4. */
const mapped = listOf(['::ffff:0:0/96'], 'ipv6');

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * Whether an IP address is outside the public internet. IPv4-mapped IPv6 addresses (::ffff:10.0.0.1) are judged as
 * IPv4. A string that is not an address counts as private.
 */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(bare);
  if (family === 0) return true;
  if (family === 4) return special.check(bare);
  return mapped.check(bare, 'ipv6')
    ? special.check(bare, 'ipv6')
    : special6.check(bare, 'ipv6') || isIsatap(bare);
}

/** Whether a tunnel leads to the IPv4 address at its end (ISATAP, RFC 5214): below any prefix, its interface id is *:5efe:a.b.c.d. */
function isIsatap(address: string): boolean {
  // The URL parser writes all of IPv6 in one way, with a dotted end as two groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const zeros = 8 - groups(head).length - groups(tail ?? '').length;
  const all = [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail ?? '')];
  return all[5] === '5efe' && (all[4] === '0' || all[4] === '200');
}

/** Whether a host name refers to this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare)
  );
}
