import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isIpFilter, passesIpFilter } from '../../../../src/areas/quizzes/quizzes/ip-filters.ts';

describe('a filter is addresses divided by commas, each alone or with a mask', () => {
  // quizzes#8
  test.each([
    '10.0.0.1',
    '10.0.0.1,10.0.0.2',
    ' 10.0.0.1 , 192.168.0.0/16 ',
    '10.0.0.0/0',
    '10.0.0.0/32',
    '10.0.0.0/255.255.0.0',
    '10.0.0.0/255.255.254.0',
    '10.0.0.0/0.0.0.0',
    '10.0.0.0/255.255.255.255',
    '2001:db8::1',
    '2001:db8::/32',
    '::/0',
    '::1/128',
    '10.0.0.1,2001:db8::/128',
  ])('%s is one', (filter) => expect(isIpFilter(filter)).toBe(true));

  // quizzes#8
  test.each([
    '',
    ',',
    '10.0.0.1,',
    'nonsense',
    '300.1.1.1',
    '10.0.0',
    '010.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/1.5',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0',
    '10.0.0.0/255.0.255.0',
    '10.0.0.0/0.0.0.255',
    '10.0.0.0/255.127.0.0',
    '2001:db8::/129',
    '2001:db8::/255.255.0.0',
    'fe80::1%eth0',
    '10.0.0.1;10.0.0.2',
    '10.0.0.1 10.0.0.2',
    '10.0.0.1,school',
  ])('%j is none', (filter) => expect(isIpFilter(filter)).toBe(false));
});

describe('an address passes', () => {
  // quizzes#55
  test.each([
    [null, '10.0.0.1', true],
    [null, null, true],
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.2', false],
    ['10.0.0.1', null, false],
    ['10.0.0.1', 'nowhere', false],
    ['10.0.0.1,10.0.0.3', '10.0.0.3', true],
    ['10.0.0.0/8', '10.255.1.2', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    // The bits of the address that the mask leaves out do not count.
    ['10.20.30.40/16', '10.20.0.1', true],
    ['10.0.0.0/255.255.0.0', '10.0.200.1', true],
    ['10.0.0.0/255.255.0.0', '10.1.0.1', false],
    ['10.0.0.0/0', '203.0.113.7', true],
    ['10.0.0.0/0.0.0.0', '203.0.113.7', true],
    ['2001:db8::/32', '2001:db8:1::5', true],
    ['2001:db8::/32', '2001:db9::5', false],
    ['::1', '0:0:0:0:0:0:0:1', true],
    ['10.0.0.0/0', '::1', false],
    ['::/0', '10.0.0.1', false],
    // As a server that listens on IPv6 calls an IPv4 client.
    ['10.0.0.1', '::ffff:10.0.0.1', true],
    ['10.0.0.1', '::ffff:10.0.0.2', false],
    ['10.0.0.1', '::FFFF:10.0.0.1', true],
    ['10.0.0.1', '1::ffff:10.0.0.1', false],
    ['10.0.0.1', '::ffff:10.0.0.1x', false],
    ['fe80::/10', 'fe80::1%eth0', true],
  ] as const)('%s, %s: %s', (filter, ip, passes) => expect(passesIpFilter(filter, ip)).toBe(passes));

  // quizzes#55
  test('by /bits exactly where the first bits are the same', () => {
    const part = fc.nat(255);
    const address = fc.tuple(part, part, part, part);
    const bitsOf = (parts: readonly number[]) => parts.map((one) => one.toString(2).padStart(8, '0')).join('');
    fc.assert(
      fc.property(address, address, fc.nat(32), (net, ip, bits) => {
        const same = bitsOf(net).slice(0, bits) === bitsOf(ip).slice(0, bits);
        expect(passesIpFilter(`${net.join('.')}/${bits}`, ip.join('.'))).toBe(same);
      }),
    );
  });

  // quizzes#55
  test('by a dotted mask as by its number of bits', () => {
    const dotted = (bits: number) =>
      [0, 8, 16, 24].map((from) => Number.parseInt('1'.repeat(Math.min(Math.max(bits - from, 0), 8)).padEnd(8, '0'), 2)).join('.');
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.nat(32), (net, ip, bits) => {
        expect(passesIpFilter(`${net}/${dotted(bits)}`, ip)).toBe(passesIpFilter(`${net}/${bits}`, ip));
      }),
    );
  });

  test('whatever is no filter is refused, and none throws', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (filter, ip) => typeof passesIpFilter(filter, ip) === 'boolean'));
    fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => isIpFilter(address) && passesIpFilter(address, address)));
  });
});
