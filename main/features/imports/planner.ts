import type { GetTable, SightedTable } from '@common/principal/sight'
import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column, ColumnDefinition, ColumnOptions, Table } from '@common/model'
import type { ImportSheetOrder } from '@common/operations/imports'
import type { Permission } from '@common/permissions'
import { ImportPlan, may } from '@common/policies'
import { anonymous, type Principal } from '@common/principal'
import { nameKey } from '@common/wire/names'
import { isSameType, type UiType } from '@common/columns/ui-types'
import type { Database } from '@main/db/database'
import type { CallContext } from '@main/operations/context'
import type { ImportFinish, PlannedSheet, SheetDone, StagedRows, TableTarget } from './job'

/** A table that does not exist yet, as the schema's side plans it. */
interface PlannedTable {
  readonly name: string
  readonly title: string
  readonly definitions: readonly ColumnDefinition[]
  readonly columns: readonly Column[]
}

/** An import into a table that there is, as the data engine plans it. */
interface PlannedRows {
  readonly table: Table
  readonly columns: readonly Column[]
}

/** Functions of the schema and the data engine for imports, which don't import each other. */
export interface PlannerOptions {
  readonly table: GetTable
  readonly tables: {
    readonly plan: (
      projectId: string,
      tables: readonly {
        readonly title: string
        readonly columns: readonly {
          readonly title: string
          readonly uiType: UiType
          readonly options: ColumnOptions
        }[]
      }[],
    ) => Promise<readonly PlannedTable[]>
    readonly publish: (
      call: { readonly projectId: string; readonly userId: number | null },
      tables: readonly {
        readonly staging: string
        readonly planned: PlannedTable
        readonly options: readonly ColumnOptions[]
      }[],
    ) => Promise<void>
    readonly remove: (
      call: { readonly projectId: string; readonly userId: number | null },
      name: string,
    ) => Promise<unknown>
  }
  readonly rows: RowsSide<PlannedRows>
  /** Returns a person with the current rights in a project. */
  readonly personNow: (userId: number, projectId: string) => Promise<Principal>
}

/** The data engine, which gets back its own plan. */
interface RowsSide<P extends PlannedRows> {
  // oxlint-disable-next-line typescript/method-signature-style -- so that a side may plan with more than is known here
  plan(table: SightedTable, columns: readonly string[], key: readonly string[], onMatch: 'update' | 'skip'): P
  // oxlint-disable-next-line typescript/method-signature-style -- as above
  stage(database: Database, name: string, into: P): Promise<StagedRows>
  readonly stageNew: (
    database: Database,
    name: string,
    definitions: readonly ColumnDefinition[],
    columns: readonly Column[],
  ) => Promise<StagedRows>
  readonly drop: (database: Database, names: readonly string[]) => Promise<void>
  // oxlint-disable-next-line typescript/method-signature-style -- as above
  ready(
    context: CallContext,
    projectId: string,
    database: Database,
    rows: readonly {
      readonly import: P
      readonly staging: string
      readonly few: ReadonlyMap<number, readonly StoredValue[]> | undefined
    }[],
  ): Promise<{
    readonly done: readonly SheetDone[]
    readonly write: () => Promise<boolean>
  }>
}

export interface Planner {
  /** @throws AppError NOT_ALLOWED and errors about tables, columns and keys */
  readonly plan: (
    context: CallContext,
    projectId: string,
    orders: readonly ImportSheetOrder[],
  ) => Promise<readonly PlannedSheet[]>
  readonly finish: (context: CallContext, projectId: string, orders: readonly ImportSheetOrder[]) => ImportFinish
  readonly drop: (database: Database, names: readonly string[]) => Promise<void>
}

const isNew = ({ into }: ImportSheetOrder): boolean => into.kind === 'new'

/** Permissions that an import needs, when it begins and again when it ends. */
function neededFor(orders: readonly ImportSheetOrder[]): Permission[] {
  const isChanging = orders.some(({ key = [], onMatch }) => key.length > 0 && onMatch === 'update')
  return [
    'row.create',
    ...(orders.some(isNew) ? ['schema.change' as const] : []),
    ...(isChanging ? ['row.update' as const] : []),
  ]
}

export function createPlanner({ table: tableOf, tables, rows, personNow }: PlannerOptions): Planner {
  const plannedTables = new WeakMap<PlannedSheet['target'], PlannedTable>()
  const plannedRows = new WeakMap<PlannedSheet['target'], PlannedRows>()

  const planNew = async (projectId: string, orders: readonly ImportSheetOrder[]): Promise<PlannedSheet[]> => {
    const planned = await tables.plan(
      projectId,
      orders.map(({ into, columns }) => ({
        title: into.kind === 'new' ? into.title : '',
        columns: columns.map((column) => {
          if (!('uiType' in column)) throw new AppError('IMPORT_COLUMNS_INVALID', { column: column.column })
          return { title: column.title, uiType: column.uiType, options: column.options ?? {} }
        }),
      })),
    )
    return orders.flatMap((order, at) => {
      const table = planned[at]
      if (table === undefined) return []
      const target: PlannedSheet['target'] = {
        kind: 'new',
        name: table.name,
        title: table.title,
        columns: table.columns,
        stage: (database, staging) => rows.stageNew(database, staging, table.definitions, table.columns),
      }
      plannedTables.set(target, table)
      return [{ order, target }]
    })
  }

  const planInto = async (
    { principal }: CallContext,
    projectId: string,
    order: ImportSheetOrder,
  ): Promise<PlannedSheet> => {
    const { into, columns, key = [], onMatch } = order
    if (into.kind !== 'table') throw new Error('A new table is planned elsewhere')
    const table = await tableOf(principal, projectId, into.table)
    const names = columns.map((column) => {
      if (!('column' in column)) throw new AppError('IMPORT_COLUMNS_INVALID', { column: column.title })
      return column.column
    })
    const planned = rows.plan(table, names, key, onMatch)
    const target: PlannedSheet['target'] = {
      kind: 'table',
      table,
      columns: planned.columns,
      stage: (database, staging) => rows.stage(database, staging, planned),
    }
    plannedRows.set(target, planned)
    return { order, target }
  }

  /**
   * Values were read for the columns as they were: in a column that has become another they would be none of its own,
   * and some engines take them all the same.
   *
   * @throws AppError TABLE_NOT_FOUND, IMPORT_TABLE_CHANGED
   */
  const refuseChanged = async (
    { principal }: CallContext,
    projectId: string,
    { table, columns }: TableTarget,
  ): Promise<void> => {
    const now = await tableOf(principal, projectId, table.name)
    const isOther = columns.some((before) => {
      const after = now.columns.find(({ name }) => name === before.name)
      if (after === undefined) return true
      const choices = new Set(after.options.options?.map(({ title }) => title))
      return (
        !isSameType(after, before) ||
        after.nativeType !== before.nativeType ||
        (before.options.options ?? []).some(({ title }) => !choices.has(title))
      )
    })
    if (isOther) throw new AppError('IMPORT_TABLE_CHANGED', { table: table.title })
  }

  return {
    drop: rows.drop,

    plan: async (context, projectId, orders) => {
      if (!may(context.principal, 'run', ImportPlan, { permissions: neededFor(orders) }))
        throw new AppError('NOT_ALLOWED')
      // Each table once: rows of two sheets for one would not know of each other.
      const names = orders.map(({ into }) => nameKey(into.kind === 'new' ? into.title : into.table))
      const twice = names.find((name, at) => names.indexOf(name) !== at)
      if (twice !== undefined) throw new AppError('TABLE_EXISTS', { table: twice })
      const made = await planNew(projectId, orders.filter(isNew))
      const planned: PlannedSheet[] = []
      for (const order of orders) {
        const own = made.find((sheet) => sheet.order === order)
        planned.push(own ?? (await planInto(context, projectId, order)))
      }
      return planned
    },

    finish: (context, projectId, orders) => {
      const call = { projectId, userId: context.actor.userId, change: context.change }
      const tableOfSheet = ({ target }: PlannedSheet): PlannedTable => {
        const table = plannedTables.get(target)
        if (table === undefined) throw new Error('A table was not planned here')
        return table
      }
      return {
        drop: rows.drop,
        mayStill: async () => {
          const { userId } = context.actor
          const person = userId === null ? anonymous : await personNow(userId, projectId)
          if (!may(person, 'run', ImportPlan, { permissions: neededFor(orders) }))
            throw new AppError('IMPORT_NOT_ALLOWED')
        },
        ready: async (database, sheets) => {
          const unchanged = async (): Promise<void> => {
            for (const { target } of sheets)
              if (target.kind === 'table') await refuseChanged(context, projectId, target)
          }
          await unchanged()
          const { done, write } = await rows.ready(
            context,
            projectId,
            database,
            sheets.flatMap(({ target, staging, few }) => {
              const planned = plannedRows.get(target)
              return planned === undefined ? [] : [{ import: planned, staging, few }]
            }),
          )
          return {
            done,
            write: async () => {
              await unchanged()
              return write()
            },
          }
        },
        publish: (sheets) =>
          tables.publish(
            call,
            sheets.map((sheet) => ({ staging: sheet.staging, planned: tableOfSheet(sheet), options: sheet.options })),
          ),
        withdraw: async (sheets) => {
          for (const sheet of sheets) await tables.remove(call, tableOfSheet(sheet).name)
        },
      }
    },
  }
}
