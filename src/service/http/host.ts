import { isIPv4, isIPv6 } from 'node:net';

const LABELS = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i;
/**
 * A last label of digits makes the host an address, and programs disagree about every form but four decimal numbers.
 */
const NUMBER_AT_END = /(^|\.)(\d+|0x[\da-f]*)\.?$/i;

/**
 * Whether a text is a host with an optional port (RFC 9112, section 3.2): a domain name, four decimal numbers, or an
 * IPv6 address in brackets. URL parsers accept far more, including quotes and braces.
 */
export function isHost(text: string): boolean {
  const [, name = ''] = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(text) ?? [];
  if (name.startsWith('[')) return isIPv6(name.slice(1, -1)) && !name.includes('%');
  return isIPv4(name) || (name.length <= 253 && LABELS.test(name) && !NUMBER_AT_END.test(name));
}
