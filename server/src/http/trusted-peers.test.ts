import { expect, test } from 'vitest'
import { parsePeers } from './trusted-peers.ts'

test('a list of trusted peers matches its IPs and networks, including IPv4-mapped IPv6 addresses', () => {
  const isProxy = parsePeers('10.0.0.1, 10.1.0.0/16,2001:db8::/32')
  for (const ip of ['10.0.0.1', '10.1.200.3', '2001:db8::7', '::ffff:10.0.0.1'])
    expect(isProxy?.(ip)).toBe(true)
  for (const ip of ['10.0.0.2', '10.2.0.1', '2001:db9::7', '', 'localhost']) expect(isProxy?.(ip)).toBe(false)
})

test.each([
  '',
  'true',
  '*',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  'proxy.local',
  '10.0.0.1,,',
])('the value "%s" is rejected as a list of proxies', (text) => {
  expect(parsePeers(text)).toBeNull()
})
