import { createHash } from 'node:crypto'
import { deleteFrom, insertInto, metaTables, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'

const { tickets } = metaTables

/** A step of a sign-in that isn't complete. */
export type TicketPurpose = 'secondFactor' | 'passkeyAdd' | 'passkeySignIn' | 'provider' | 'providerLink'

export interface Ticket {
  readonly userId: number | null
  readonly facts: Readonly<Record<string, unknown>>
}

/** Random names for steps of a sign-in. They end after a while, and all but `read` use them up. */
export interface Tickets {
  readonly issue: (purpose: TicketPurpose, ticket: Partial<Ticket>) => Promise<string>
  /** Returns the ticket; undefined if it is unknown, has expired, or was issued for something else. */
  readonly read: (purpose: TicketPurpose, name: string) => Promise<Ticket | undefined>
  /** The same, once: of several concurrent calls, one gets the ticket. */
  readonly take: (purpose: TicketPurpose, name: string) => Promise<Ticket | undefined>
}

const lifeMs = 10 * 60_000
const nameBytes = 32

export function createTickets({
  store,
  clock,
  ids,
}: {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
}): Tickets {
  const read: Tickets['read'] = async (purpose, name) => {
    const row = await store.find(tickets, { ticket_hash: hashOf(name), purpose })
    if (row === undefined || row.expires_at <= clock.now().toISOString()) return undefined
    return { userId: row.user_id, facts: JSON.parse(row.facts) as Record<string, unknown> }
  }
  return {
    issue: async (purpose, { userId = null, facts = {} }) => {
      const name = ids.hex(nameBytes)
      const now = clock.now()
      await store.transact([
        deleteFrom(tickets, 'expires_at <= ?', [now.toISOString()]),
        insertInto(tickets, {
          ticket_hash: hashOf(name),
          purpose,
          user_id: userId,
          facts: JSON.stringify(facts),
          expires_at: new Date(now.getTime() + lifeMs).toISOString(),
        }),
      ])
      return name
    },
    read,
    take: async (purpose, name) => {
      const found = await read(purpose, name)
      if (found === undefined) return undefined
      const [deleted] = await store.transact([deleteFrom(tickets, { ticket_hash: hashOf(name) })])
      return deleted?.changes === 1 ? found : undefined
    },
  }
}

/** A ticket is 256 random bits, so a plain hash is safe. */
const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex')
