import { deleteFrom, insertInto, insertOrUpdate, metaTables, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { isLoopback } from '@main/lib/loopback'
import { hostOf, networkAddresses } from '@main/lib/network-addresses'
import { isSameSecret } from '@main/lib/same-secret'
import type { Schedule } from '@main/lib/schedule'

const { servers } = metaTables

/** Another server of the shared store. */
export interface Peer {
  readonly address: string
  readonly secret: string
}

/** The servers of a shared store. */
export interface Peers {
  /** Enters this server in the list, and keeps it there. */
  readonly announce: (address: string) => Promise<void>
  /** Returns the other servers that were alive a moment ago. */
  readonly others: () => Promise<readonly Peer[]>
  /** True for the secret that this server gave to the others. */
  readonly isOurs: (secret: string) => boolean
  /** Removes this server from the list. */
  readonly close: () => Promise<void>
}

const seenEveryMs = 5_000
/** Covers two late entries, and clocks that differ. */
const aliveMs = 15_000

/** @returns undefined for a store of one server */
export function createPeers(options: {
  readonly store: MetaStore
  readonly clock: Clock
  readonly schedule: Schedule
  readonly ids: Ids
  readonly report: (error: unknown) => void
}): Peers | undefined {
  const { store, clock, schedule, ids, report } = options
  if (store.exclusive) return undefined
  const id = ids.hex(16)
  const secret = ids.hex(32)
  const before = (): string => new Date(clock.now().getTime() - aliveMs).toISOString()
  let ownAddress = ''
  let endSeen = (): void => undefined
  let noting: Promise<void> | undefined

  const note = async (): Promise<void> => {
    await store.transact([
      deleteFrom(servers, 'seen_at < ?', [before()]),
      insertOrUpdate(servers, ['id'], { id, address: ownAddress, secret, seen_at: clock.now().toISOString() }),
    ])
  }

  return {
    announce: async (address) => {
      ownAddress = address
      await store.transact([
        // A server that was killed leaves its entry.
        deleteFrom(servers, { address }),
        insertInto(servers, { id, address, secret, seen_at: clock.now().toISOString() }),
      ])
      endSeen = schedule.every(seenEveryMs, () => {
        noting ??= note()
          .catch(report)
          .finally(() => (noting = undefined))
      })
    },
    others: () =>
      store.select(servers, 'WHERE id <> ? AND address <> ? AND seen_at > ? ORDER BY id', [id, ownAddress, before()]),
    isOurs: (given) => isSameSecret(given, secret),
    close: async () => {
      endSeen()
      await noting
      await store.transact([deleteFrom(servers, { id })]).catch(report)
    },
  }
}

/**
 * Returns where other servers reach one that listens on a host. On all addresses, that is its first in the network.
 *
 * @param given  set by the administrator; port 0 stands for the port on which the server listens
 * @param interfaces  of this computer
 * @returns undefined for a loopback address that isn't set: it leads each other machine to itself
 */
export function peerUrl(
  given: string | undefined,
  host: string,
  port: number,
  interfaces?: Parameters<typeof networkAddresses>[0],
): string | undefined {
  if (given !== undefined) return given.replace(/^(http:\/\/[^/]*):0(?=\/|$)/, `$1:${port}`)
  const isAny = host === '0.0.0.0' || host === '::'
  const name = isAny ? firstInNetwork(host, interfaces) : host
  if (name === undefined || isLoopback(name)) return undefined
  return `http://${hostOf(name)}:${port}`
}

/** Returns the first address in the network. `0.0.0.0` has none of IPv6. */
const firstInNetwork = (any: string, interfaces: Parameters<typeof networkAddresses>[0]): string | undefined =>
  networkAddresses(interfaces).find(({ address, loopback }) => !loopback && (any === '::' || !address.includes(':')))
    ?.address
