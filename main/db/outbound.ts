import { lookup as lookupAddress, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP, Socket, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'

/*
 * Sockets to database servers. Access is checked for the connected address, at every connection, because a name can
 * resolve to another address later.
 */

// A list per family: a common one would match IPv4 addresses as mapped IPv6.
const special4 = new BlockList()
const special6 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Metadata and agent of Azure, on a public address.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  special4.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  // Embedded IPv4: compatible (with `::` and `::1`), mapped, translated, 6to4, Teredo.
  ['::', 96],
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 16],
  ['2002::', 16],
  ['2001::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  special6.addSubnet(network, prefix, 'ipv6')

/** True for addresses of this machine, also public ones, of private networks, and for non-unicast addresses. */
export function isPrivateAddress(address: string): boolean {
  const plain = withoutZone(address)
  const version = isIP(plain)
  if (version === 0) return true
  const [special, family] = version === 4 ? ([special4, 'ipv4'] as const) : ([special6, 'ipv6'] as const)
  return special.check(plain, family) || isOwnAddress(plain, family)
}

/**
 * True for addresses of the interfaces of this machine. IPv6 gives it public ones, on which its services are reached past
 * the firewall that hides them from others. Read each time: networks change.
 */
function isOwnAddress(address: string, family: 'ipv4' | 'ipv6'): boolean {
  const own = new BlockList()
  for (const each of Object.values(networkInterfaces()).flat())
    if (each?.family.toLowerCase() === family) own.addAddress(withoutZone(each.address), family)
  return own.check(address, family)
}

/** Names of interfaces follow some addresses: `fe80::1%eth0`. */
const withoutZone = (address: string): string => address.replace(/%.*$/, '')

/** URLs write IPv6 addresses in brackets. */
export const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

/** The caller may not connect to this address. */
export class AddressForbiddenError extends Error {
  override readonly name = 'AddressForbiddenError'
  readonly code = 'ADDRESS_FORBIDDEN'
}

const publicLookup: LookupFunction = (host, options: LookupOptions, callback) => {
  lookupAddress(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? []
    if (error !== null) callback(error, '', 0)
    else if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address)))
      callback(new AddressForbiddenError(), '', 0)
    else if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/** Returns the DNS lookup for connections that may be restricted to public addresses. */
export function lookupFor(publicOnly: boolean | undefined): LookupFunction | undefined {
  return publicOnly === true ? publicLookup : undefined
}

/** Returns an unconnected socket, for drivers that call `connect(port, host)`. */
export function outboundSocket(publicOnly: boolean | undefined): Socket {
  return publicOnly === true ? new PublicSocket() : new Socket()
}

class PublicSocket extends Socket {
  override connect(...given: unknown[]): this {
    const [port, host] = given
    const name = bareHost(String(host))
    if (typeof port !== 'number' || typeof host !== 'string' || (isIP(name) !== 0 && isPrivateAddress(name))) {
      process.nextTick(() => this.destroy(new AddressForbiddenError()))
      return this
    }
    return super.connect({ port, host: name, lookup: publicLookup })
  }
}
