import { networkInterfaces } from 'node:os'

/** An address of this computer. */
export interface NetworkAddress {
  readonly address: string
  /** Name of the network interface. */
  readonly name: string
  /** True if only this computer reaches it. */
  readonly loopback: boolean
}

/** Reads the addresses of this computer, those that other devices reach first. */
export function networkAddresses(interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces()) {
  const found = Object.entries(interfaces).flatMap(([name, list = []]) =>
    // Link-local addresses need the name of an interface on the device too.
    list.flatMap(({ address, family, internal }): NetworkAddress[] =>
      address.startsWith('fe80:') || address.startsWith('169.254.') || (internal && family === 'IPv6')
        ? []
        : [{ address, name, loopback: internal }],
    ),
  )
  const rank = ({ address, loopback }: NetworkAddress): number => (loopback ? 2 : address.includes(':') ? 1 : 0)
  return found.toSorted((one, other) => rank(one) - rank(other))
}

/** Returns an address as the host of a URL. */
export const hostOf = (address: string): string => (address.includes(':') ? `[${address}]` : address)
