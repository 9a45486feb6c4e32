import { systemPrincipal, type Principal } from '@common/principal'
import type { FindTable, SeesAll, TablesInSight } from '@common/principal/sight'
import { AppError } from '@common/errors'
import type { Table, TableSummary } from '@common/model'
import { metaTables, type MetaStep, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { Inverse } from '@common/operations/inverse'
import { inverseStep, namedInverses } from '@main/features/audit'
import type { ChangedValue } from '@main/lib/changed-values'
import type { CallContext } from '@main/operations/context'
import { hidesColumns } from './seen-view'
import { viewById, viewStep, viewsOfTable, type StoredView } from './repository'

const { models, shares } = metaTables

export interface ViewServiceOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  /** A table or SQL view by title or name. */
  readonly table: FindTable
  readonly seesAll: SeesAll
  /** True while devices on the network may read a view, without a link in the store. */
  readonly isOnNetwork: (viewId: string) => boolean
  /** Lists the tables and SQL views that a principal finds. */
  readonly list: (principal: Principal, projectId: string) => Promise<readonly TableSummary[]>
}

/** A call that changes views. */
export interface ViewCall {
  readonly projectId: string
  readonly userId?: number | null
  /** The change in the change log. */
  readonly change?: CallContext['change']
  /** Ids of views that don't exist for the caller; none if absent. */
  readonly unlisted?: ReadonlySet<string> | undefined
  /** Receives a view before the call and what the call changed in it. Absent if no line of the audit names it. */
  readonly changed?: (view: StoredView, values: readonly ChangedValue[]) => void
}

/** A view of a table; without an id, its default grid. */
export interface ViewAddress extends ViewCall {
  /** Name or title. */
  readonly table: string
  readonly view?: string | undefined
}

/** Views as the store has them. */
export interface ViewRows {
  /** @throws AppError TABLE_NOT_FOUND */
  readonly tableOf: TablesInSight['get']
  /**
   * Checks that a principal sees all columns that settings can name. Settings replace each other as a whole, so others
   * can't save them. A view with a link, or on the network, shows its records to visitors: only those who see all of
   * them may choose which.
   *
   * @throws AppError TABLE_NOT_FOUND, NOT_ALLOWED
   */
  readonly requireWhole: (principal: Principal, projectId: string, view: StoredView) => Promise<void>
  /** The own grid of a table, before anybody has changed it. */
  readonly unsaid: (table: Table) => StoredView
  readonly insert: (projectId: string, view: StoredView) => Promise<void>
  /** Returns the view, with a row in the store. The own grid of a table gets its row on first use. */
  readonly stored: (at: ViewAddress) => Promise<StoredView>
  /** Returns a view by its id alone, as scripts name it. They call the own grid of a table by the id of the table. */
  readonly named: (call: ViewCall, id: string, table?: string) => Promise<StoredView>
}

/** Returns the statements that store the calls that reverse a change of views. */
export function undoSteps(call: ViewCall, undoneBy: readonly Inverse[], now: string): MetaStep[] {
  return namedInverses(call, undoneBy).map((each) => inverseStep(call.projectId, each, now))
}

export const isTaken = (error: unknown): boolean => error instanceof AppError && error.code === 'VALUE_NOT_UNIQUE'

export function createViewRows({
  store,
  clock,
  ids,
  table: findTable,
  seesAll,
  isOnNetwork,
}: ViewServiceOptions): ViewRows {
  const now = (): string => clock.now().toISOString()
  // Settings of a view may name any column: the policies of views decide about them.
  const tableOf: TablesInSight['get'] = async (projectId, name) => {
    const found = await findTable(systemPrincipal, projectId, name)
    if (found === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
    return found
  }

  const requireWhole: ViewRows['requireWhole'] = async (principal, projectId, { id, table: name }) => {
    const found = await findTable(principal, projectId, name)
    if (found === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
    if (hidesColumns(found)) throw new AppError('NOT_ALLOWED')
    if (await seesAll(principal, projectId, found)) return
    if (isOnNetwork(id) || (await store.find(shares, { view_id: id })) !== undefined) throw new AppError('NOT_ALLOWED')
  }

  const unsaid = (table: Table): StoredView => ({
    id: '',
    table: table.name,
    title: '',
    isOwn: true,
    kind: 'grid',
    position: 0,
    settings: {},
    options: {},
    extras: {},
    locked: false,
    revision: 0,
  })

  const insert = async (projectId: string, view: StoredView): Promise<void> => {
    await store.transact([viewStep(projectId, view, now())])
  }

  const listed = async ({ projectId, unlisted }: ViewCall, id: string): Promise<StoredView | undefined> =>
    unlisted?.has(id) === true ? undefined : viewById(store, projectId, id)

  const stored = async (at: ViewAddress): Promise<StoredView> => {
    const { projectId, table: tableName, view: id } = at
    const table = await tableOf(projectId, tableName)
    if (id !== undefined) {
      const view = await listed(at, id)
      if (view === undefined || view.table !== table.name) throw new AppError('TABLE_VIEW_NOT_FOUND')
      return view
    }
    const own = async (): Promise<StoredView | undefined> =>
      (await viewsOfTable(store, projectId, table.name)).find(({ isOwn }) => isOwn)
    const known = await own()
    if (known !== undefined) return known
    const made = { ...unsaid(table), id: `vw_${ids.hex(10)}` }
    try {
      await insert(projectId, made)
      return made
    } catch (error) {
      // A concurrent call created it.
      const other = isTaken(error) ? await own() : undefined
      if (other === undefined) throw error
      return other
    }
  }

  const named = async (call: ViewCall, id: string, tableName?: string): Promise<StoredView> => {
    const { projectId } = call
    const view = await listed(call, id)
    const table = tableName === undefined ? undefined : await tableOf(projectId, tableName)
    if (view !== undefined) {
      if (table !== undefined && view.table !== table.name) throw new AppError('TABLE_VIEW_NOT_FOUND')
      return view
    }
    const model = await store.find(models, { id, project_id: projectId })
    const name = model?.table_name ?? id
    const own = await findTable(systemPrincipal, projectId, name)
    if (own?.name !== name || (table !== undefined && table.name !== name)) throw new AppError('TABLE_VIEW_NOT_FOUND')
    return stored({ projectId, table: own.name })
  }
  return { tableOf, requireWhole, unsaid, insert, stored, named }
}
