import { typeFor } from '@common/columns/new-types'
import { hasRole, isPlainText } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import { blankColumn } from '@common/columns/values/blank-column'
import { importableTypes } from '@common/import/guess-columns'
import { AppError } from '@common/errors'
import type { Column, ColumnDefinition, ColumnOptions } from '@common/model'
import { nameKey } from '@common/wire/names'
import type { TableLookups } from './catalog/catalog'
import type { Call, Changes } from './changes/changes'
import { checkKey, withKey } from './columns/column-plan'
import { cut } from './columns/column-duplicate'
import { chosenBy, type MetadataChange } from './catalog/metadata'
import { checkColumnNames, checkedDefinition, checkTableNames } from './columns/validate'
import { inverse } from '@common/operations/inverse'

/** A table to create from the rows of a file. */
export interface TableToImport {
  readonly title: string
  readonly columns: readonly { readonly title: string; readonly uiType: UiType; readonly options: ColumnOptions }[]
}

export interface PlannedImport {
  readonly name: string
  readonly title: string
  /** All columns, with the key that is added where the file has none. */
  readonly definitions: readonly ColumnDefinition[]
  /** Columns of the file in order, as rows are written to them. */
  readonly columns: readonly Column[]
}

/** Creates tables with rows from files. Until all rows are there, the tables have hidden names. */
export interface ImportedTables {
  /**
   * Plans new tables without creating them.
   *
   * @throws AppError TABLE_NAME_…, TABLE_EXISTS, COLUMN_NAME_INVALID, COLUMN_EXISTS, COLUMN_TYPE_INVALID
   */
  readonly plan: (projectId: string, tables: readonly TableToImport[]) => Promise<readonly PlannedImport[]>
  /** Gives the tables their names, atomically. `options` are those of `columns`, extended by the values. */
  readonly publish: (
    call: Call,
    tables: readonly {
      readonly staging: string
      readonly planned: PlannedImport
      readonly options: readonly ColumnOptions[]
    }[],
  ) => Promise<void>
  /** Purges a table that was just published and that no user has seen. */
  readonly remove: (call: Call, name: string) => Promise<void>
}

export function createImportedTables(catalog: TableLookups, changes: Changes): ImportedTables {
  const { inTurn, run, placed, ids } = changes

  const plan: ImportedTables['plan'] = async (projectId, given) => {
    const [database, { prefix }, tables] = await Promise.all([
      changes.database(projectId),
      changes.project(projectId),
      catalog.list(projectId),
    ])
    const taken = tables.map((table) => ({ ...table }))
    return given.map((table, at) => {
      const title = table.title.trim()
      const name = cut(`${prefix}${title}`, 0)
      checkTableNames({ name, title }, taken, prefix)
      taken.push({ name, title, type: 'table', order: at })
      const own = definitionsOf(table, database.dialect.capabilities.systemColumns)
      const definitions = withKey(own.map((column) => checkedDefinition(column)))
      checkColumnNames(
        definitions,
        definitions.map((column) => column.name),
      )
      checkKey(definitions)
      const columns = own.map((definition): Column => {
        const { storage } = columnType(definition.uiType)
        const { name: columnName, uiType, options, required, primaryKey } = definition
        return {
          ...blankColumn,
          name: columnName,
          title: definition.title,
          uiType,
          options,
          required,
          primaryKey,
          autoIncrement: primaryKey,
          nativeType: database.dialect.nativeType(storage, definition),
        }
      })
      return { name, title, definitions, columns }
    })
  }

  return {
    plan,

    remove: (call, name) =>
      inTurn(call.projectId, async () => {
        const database = await changes.database(call.projectId)
        await run(call, database, {
          operation: 'tableImport',
          table: name,
          tableAfter: null,
          plan: await database.dialect.schema.dropTable(database, name),
          metadata: [{ kind: 'removeTable', name }],
        })
      }),

    publish: (call, imported) =>
      inTurn(call.projectId, async () => {
        const { projectId } = call
        const last = imported.at(-1)
        if (last === undefined) return
        const [database, { prefix }, tables] = await Promise.all([
          changes.database(projectId),
          changes.project(projectId),
          catalog.list(projectId),
        ])
        // Another user may have taken the name in the meantime.
        for (const { planned } of imported) checkTableNames(planned, tables, prefix)
        const plans = await Promise.all(
          imported.map(({ staging, planned }) => database.dialect.schema.renameTable(database, staging, planned.name)),
        )
        const order = Math.floor(Math.max(0, ...tables.map((table) => table.order))) + 1
        const metadata = imported.flatMap(({ planned, options }, at): MetadataChange[] => {
          const { name, title, definitions, columns } = planned
          const choices = new Map(columns.map((column, n) => [column.name, options[n] ?? column.options]))
          const named = columns.find(isPlainText)?.name
          return [
            { kind: 'setTable', id: ids.hex(16), name, title, type: 'table', order: order + at },
            {
              kind: 'setColumns',
              table: name,
              columns: definitions.map((definition) =>
                chosenBy(
                  { ...definition, options: choices.get(definition.name) ?? definition.options },
                  definition.name === named,
                ),
              ),
            },
          ]
        })
        await run(call, database, {
          operation: 'tableImport',
          // The last table shows if all were created.
          table: last.staging,
          tableAfter: last.planned.name,
          along: imported.map(({ planned }) => planned.name),
          plan: { up: plans.flatMap(({ up }) => up), down: plans.toReversed().flatMap(({ down }) => down) },
          metadata: [...(await placed(projectId)), ...metadata],
          undoneBy: imported.map(({ planned }) => inverse('tableDelete', { table: planned.name })),
        })
      }),
  }
}

function definitionsOf({ columns }: TableToImport, systemColumns: readonly string[]): ColumnDefinition[] {
  const taken = new Set<string>()
  const titles = new Set(columns.map(({ title }) => nameKey(title.trim())))
  let hasKey = false
  return columns.map(({ title: given, uiType, options }) => {
    const title = given.trim()
    if (!importableTypes.includes(uiType)) throw new AppError('COLUMN_TYPE_INVALID', { column: title, type: uiType })
    const isId = hasRole({ uiType }, 'key')
    const isKey = isId && !hasKey
    hasKey ||= isKey
    let name = cut(title, 0)
    // Truncated names can collide. Names of system columns become titles only.
    const isTaken = (): boolean =>
      systemColumns.includes(name) || (name !== title && (taken.has(nameKey(name)) || titles.has(nameKey(name))))
    for (let n = 2; isTaken(); n += 1) name = `${cut(title, 6)} ${n}`
    taken.add(nameKey(name))
    return {
      name,
      title,
      uiType: isId && !isKey ? typeFor.whole : uiType,
      required: isKey,
      unique: false,
      defaultValue: null,
      primaryKey: isKey,
      options,
    }
  })
}
