import type { NamedView } from '@common/operations/views'
import type { ApiToken, Principal } from '@common/principal'
import type { MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { ListRoutines, ModelTables } from './disabled-models'
import type { ProjectAccesses } from './project-access'
import type { RuleTables } from './table-rules'

export interface AccessOptions {
  readonly store: MetaStore
  readonly accesses: ProjectAccesses
  readonly clock: Clock
  readonly ids: Ids
  readonly tables: (principal: Principal) => RuleTables & ModelTables
  readonly routines: ListRoutines
  /** Lists the views of all tables, without default grids. */
  readonly views: (projectId: string) => Promise<readonly NamedView[]>
  /** Returns a person with the current rights in a project. */
  readonly personNow: (userId: number, projectId: string) => Promise<Principal>
  /** Returns an API token of a project with its current rights; undefined if it is gone or its creator left. */
  readonly tokenNow: (tokenId: string, projectId: string) => Promise<ApiToken | undefined>
}
