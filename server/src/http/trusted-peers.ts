import { BlockList, isIP } from 'node:net'

/**
 * Parses a comma-separated list of IPs and networks (`10.0.0.0/8`).
 * @returns whether a peer's IP is in the list, or null when the string is not such a list
 */
export const parsePeers = (text: string): ((ip: string) => boolean) | null => {
  const list = new BlockList()
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [ip = '', prefix, ...rest] = entry.split('/')
    const version = isIP(ip)
    const bits = version === 6 ? 128 : 32
    const length = prefix === undefined ? bits : Number(prefix)
    // A prefix that contains every address would let any client choose its IP.
    if (version === 0 || rest.length > 0 || prefix === '') return null
    if (!Number.isInteger(length) || length < 8 || length > bits) return null
    list.addSubnet(ip, length, version === 6 ? 'ipv6' : 'ipv4')
  }
  return (ip) => isIP(ip) !== 0 && list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
}
