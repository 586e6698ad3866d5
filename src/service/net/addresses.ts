import { BlockList, isIP } from 'node:net';

/**
 * Ranges outside the public internet, from the IANA special-purpose address registries (RFC 6890 and updates): a URL
 * given by a caller must not reach this machine, its network or its cloud metadata service.
 */
const RANGES = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
  ...['3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

const special = new BlockList();
for (const range of RANGES) {
  const [address = '', bits] = range.split('/');
  special.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
}

/**
 * Whether an IP address is outside the public internet. IPv4-mapped IPv6 addresses (::ffff:10.0.0.1) are judged as
 * IPv4. A string that is not an address counts as private.
 */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(bare);
  if (family === 0) return true;
  return special.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a host name refers to this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    bare === 'localhost' || bare.endsWith('.localhost') || bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare)
  );
}
