import { BlockList, isIPv4, isIPv6 } from 'node:net';

type Family = 'ipv4' | 'ipv6';

interface Range {
  family: Family;
  address: string;
  bits: number;
}

const BITS: Record<Family, number> = { ipv4: 32, ipv6: 128 };

/** A dotted mask as a number of bits: ones, then zeros. */
function maskBits(mask: string): number | undefined {
  const bits = mask
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  return /^1*0*$/.test(bits) ? bits.lastIndexOf('1') + 1 : undefined;
}

function readBits(mask: string, family: Family): number | undefined {
  if (family === 'ipv4' && isIPv4(mask)) return maskBits(mask);
  return /^\d{1,3}$/.test(mask) && Number(mask) <= BITS[family] ? Number(mask) : undefined;
}

const familyOf = (address: string): Family | undefined =>
  address.includes('%') ? undefined : isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined;

function readRange(part: string): Range | undefined {
  const [address = '', mask, ...rest] = part.trim().split('/');
  const family = familyOf(address);
  if (!family || rest.length > 0) return undefined;
  const bits = mask === undefined ? BITS[family] : readBits(mask, family);
  return bits === undefined ? undefined : { family, address, bits };
}

/** The ranges of a filter: addresses, each alone or with `/bits` or a dotted mask (quizzes#8); undefined where it is none. */
function readRanges(filter: string): Range[] | undefined {
  const ranges = filter.split(',').map(readRange);
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

export const isIpFilter = (filter: string): boolean => readRanges(filter) !== undefined;

/** What an IPv4 client is called on a server that listens on IPv6. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Whether the address is let through; one that is not known is not. */
export function passesIpFilter(filter: string | null, ip: string | null): boolean {
  if (filter === null) return true;
  const address = MAPPED.exec(ip ?? '')?.[1] ?? ip?.replace(/%.*$/, '') ?? '';
  const family = familyOf(address);
  if (!family) return false;
  const list = new BlockList();
  // The list would let IPv4 addresses through the ranges of IPv6 that they can be written in.
  for (const range of readRanges(filter) ?? []) if (range.family === family) list.addSubnet(range.address, range.bits, family);
  return list.check(address, family);
}
