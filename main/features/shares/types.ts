import type { Principal } from '@common/principal'
import type { FindTable, SeesAll } from '@common/principal/sight'
import type { MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { PasswordHashing } from '@main/lib/hashing'
import type { Ids } from '@main/lib/ids'
import type { ProjectAccesses } from '../access'
import type { Views } from '../views'

/** A person who manages links. */
export interface Sharer {
  readonly projectId: string
  readonly principal: Principal
  readonly userId: number | null
}

export interface ShareServiceOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  readonly hashing: PasswordHashing
  readonly views: Pick<Views, 'find' | 'stored' | 'own'>
  readonly accesses: ProjectAccesses
  readonly table: FindTable
  readonly seesAll: SeesAll
  /** Returns the address of a page. */
  readonly linkTo: (route: string) => Promise<string>
  /** Returns the configured address of this server. */
  readonly address: () => Promise<string>
}
