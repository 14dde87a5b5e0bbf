import { isIPv6 } from 'node:net'

/** The address alone: some proxies write it with the port of the connection, 203.0.113.7:51234 or [2001:db8::1]:443. */
export function withoutPort(address: string): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d+)?$/.exec(address) ?? []
  return v6 ?? v4 ?? address
}

/** The holder of an IPv6 address usually has the whole /64. */
export function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length)
  return [...start, ...Array<string>(zeros).fill('0'), ...end]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
