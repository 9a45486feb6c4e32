import { AppError } from '@common/errors'
import type { FormulaType } from '@common/formula'
import type { ColumnOptions, Table } from '@common/model'
import { inverse, type Inverse } from '@common/operations/inverse'
import type { VirtualColumnDefinition } from '@common/operations/virtual-columns'
import type { UiType } from '@common/columns/ui-types'
import type { StoredValue } from '@common/columns/column-type'
import { rowAlias, type ComputedColumn } from '@main/db/computed'
import { write } from '@main/db/sql-fragment'
import { message } from '@common/messages'
import type { TableLookups } from '../catalog/catalog'
import type { Call, Changes } from '../changes/changes'
import { copyTitle } from '../columns/column-duplicate'
import { checkTitle } from '../relations/parts'
import { keepColumns } from '../trash/keeping'
import { refusing, virtualDefinitions } from './definitions'
import { virtualAfter } from './renames'
import { shownFormula } from './shown-formula'
import type { StoredVirtualColumn, VirtualDefinition } from './virtual-columns'
import type { MadeColumn } from './definitions'

/** Creates, changes and deletes lookups, rollups, counts and formulas. Stores only columns that can be computed. */
export interface VirtualColumnService {
  /** @throws AppError COLUMN_EXISTS, COLUMN_NAME_INVALID, COLUMN_NOT_FOUND, VIRTUAL_COLUMN_INVALID, FORMULA_INVALID */
  readonly create: (call: Call, table: string, column: NewVirtualColumn) => Promise<MadeColumn>
  /** Another column that is computed in the same way. @throws AppError VIRTUAL_COLUMN_NOT_FOUND, VIRTUAL_COLUMN_INVALID for a link */
  readonly duplicate: (call: Call, table: string, id: string) => Promise<MadeColumn>
  /** @throws AppError VIRTUAL_COLUMN_NOT_FOUND and the errors of `create` */
  readonly update: (call: Call, table: string, id: string, change: Partial<NewVirtualColumn>) => Promise<MadeColumn>
  /** @throws AppError VIRTUAL_COLUMN_NOT_FOUND */
  readonly remove: (call: Call, table: string, id: string) => Promise<MadeColumn>
  /** Returns the type of a formula. @throws FormulaProblem */
  readonly check: (call: Call, table: string, formula: string, id?: string) => Promise<FormulaResult>
  /** Computes a formula for the first rows. @throws AppError FORMULA_INVALID */
  readonly preview: (call: Call, table: string, formula: string, options: PreviewOptions) => Promise<FormulaPreview>
}

export interface NewVirtualColumn {
  readonly title: string
  readonly definition: VirtualColumnDefinition
}

export interface FormulaResult {
  readonly type: FormulaType
  readonly uiType: UiType
}
export interface PreviewOptions {
  readonly id: string | undefined
  readonly limit: number
  readonly signal: AbortSignal
}
export interface FormulaPreview {
  readonly uiType: UiType
  readonly options: ColumnOptions
  readonly rows: { readonly record: string; readonly value: string | number | boolean | null }[]
}

/** An id that no column has, for a formula that is not stored. */
const unsaved = '~unsaved'
const columnsMax = 500

export function createVirtualColumnService(catalog: TableLookups, changes: Changes): VirtualColumnService {
  const { inTurn, ids } = changes
  const { checkedFormula, definitionOf } = virtualDefinitions(catalog, changes)

  const stored = async (projectId: string, table: Table, id: string): Promise<StoredVirtualColumn> => {
    const { virtualColumns } = await catalog.metadata(projectId)
    const found = virtualColumns.get(table.name)?.find((column) => column.id === id)
    if (found === undefined || found.definition.kind === 'link')
      throw new AppError('VIRTUAL_COLUMN_NOT_FOUND', { column: id, table: table.title })
    return found
  }

  const store = async (
    call: Call,
    column: StoredVirtualColumn,
    undoneBy: Inverse,
    copyOf?: string,
  ): Promise<MadeColumn> => {
    const { table, id } = column
    const rules = copyOf === undefined ? [] : [{ kind: 'copyColumnRules', table, column: copyOf, to: id } as const]
    await changes.store(call, [{ kind: 'setVirtualColumn', column }, ...rules], [undoneBy])
    return { id: column.id, title: column.title }
  }

  /** Formulas that use a deleted column then refer to its title, so that their problem can name it. */
  const namedByTitle = async (projectId: string, table: Table, id: string, title: string) => {
    if (table.columns.some(({ name }) => name === title)) return []
    const [metadata, graph] = await Promise.all([catalog.metadata(projectId), catalog.graph(projectId)])
    return virtualAfter(metadata, graph, { table: table.name, columns: new Map([[id, title]]) })
  }

  return {
    create: (call, nameOrTitle, given) =>
      inTurn(call.projectId, async () => {
        const { projectId } = call
        const table = await catalog.get(projectId, nameOrTitle)
        const title = given.title.trim()
        checkTitle(table, title)
        const { virtualColumns } = await catalog.metadata(projectId)
        const others = virtualColumns.get(table.name) ?? []
        if (others.length >= columnsMax)
          throw new AppError('VIRTUAL_COLUMN_INVALID', {
            problem: message('virtualProblems.tooMany', { limit: columnsMax }),
          })
        const id = `vc_${ids.hex(10)}`
        const definition = await definitionOf(projectId, table, { id, title }, given.definition)
        const position = Math.max(0, ...others.map((other) => other.position)) + 1
        const undoneBy = inverse('virtualColumnDelete', { table: table.name, id })
        return store(call, { table: table.name, id, title, position, definition }, undoneBy)
      }),

    duplicate: (call, nameOrTitle, id) =>
      inTurn(call.projectId, async () => {
        const { projectId } = call
        const table = await catalog.get(projectId, nameOrTitle)
        const isLink = table.virtualColumns.some((column) => column.id === id && column.kind === 'link')
        if (isLink) throw new AppError('VIRTUAL_COLUMN_INVALID', { problem: message('virtualProblems.linkCopied') })
        const before = await stored(projectId, table, id)
        const title = copyTitle(table, before.title)
        checkTitle(table, title)
        const { virtualColumns } = await catalog.metadata(projectId)
        const position = Math.max(0, ...(virtualColumns.get(table.name) ?? []).map((other) => other.position)) + 1
        const newId = `vc_${ids.hex(10)}`
        const undoneBy = inverse('virtualColumnDelete', { table: table.name, id: newId })
        return store(call, { ...before, id: newId, title, position }, undoneBy, id)
      }),

    update: (call, nameOrTitle, id, change) =>
      inTurn(call.projectId, async () => {
        const { projectId } = call
        const table = await catalog.get(projectId, nameOrTitle)
        const before = await stored(projectId, table, id)
        const title = change.title?.trim() ?? before.title
        checkTitle(
          table,
          title,
          table.virtualColumns.find((column) => column.id === id),
        )
        const definition =
          change.definition === undefined
            ? before.definition
            : await definitionOf(projectId, table, { id, title }, change.definition)
        const undoneBy = inverse('virtualColumnUpdate', {
          table: table.name,
          id,
          title: before.title,
          definition: definitionByTitles(table, before.definition),
        })
        return store(call, { ...before, title, definition }, undoneBy)
      }),

    remove: (call, nameOrTitle, id) =>
      inTurn(call.projectId, async () => {
        const { projectId } = call
        const table = await catalog.get(projectId, nameOrTitle)
        const column = await stored(projectId, table, id)
        const { title } = column
        const [database, metadata] = await Promise.all([changes.database(projectId), catalog.metadata(projectId)])
        const keeping = keepColumns(
          call,
          database,
          { ids, table, metadata },
          [],
          inverse('virtualColumnDelete', { table: table.name, id }),
          { virtualColumns: [column] },
        )
        await changes.store(
          call,
          [
            ...(await namedByTitle(projectId, table, id, title)),
            { kind: 'removeVirtualColumn', table: table.name, id },
            ...keeping.metadata,
          ],
          keeping.undoneBy,
        )
        return { id, title }
      }),

    check: async ({ projectId }, nameOrTitle, formula, id = unsaved) => {
      const table = await catalog.get(projectId, nameOrTitle)
      const title = table.virtualColumns.find((column) => column.id === id)?.title ?? ''
      const { value } = await checkedFormula(projectId, table, id, title, formula)
      return { type: value.expression.type, uiType: value.column.uiType }
    },

    preview: async ({ projectId }, nameOrTitle, formula, { id = unsaved, limit, signal }) => {
      const [table, database] = await Promise.all([catalog.get(projectId, nameOrTitle), changes.database(projectId)])
      const { builder, ...candidate } = await refusing(() => checkedFormula(projectId, table, id, '', formula))
      const column = await refusing(async () => builder.column(candidate.table, candidate.column))
      const rows = await database.read(previewStatement(database.dialect, table, column, limit), { signal })
      return {
        uiType: column.uiType,
        options: column.options,
        rows: rows.map(([record = null, value = null]) => ({ record: textOf(record), value: wireValue(value) })),
      }
    },
  }
}

/** Returns a stored definition as operations take it, with the titles that a formula shows. */
function definitionByTitles(table: Table, definition: VirtualDefinition): VirtualColumnDefinition | undefined {
  switch (definition.kind) {
    case 'link':
      return undefined
    case 'formula':
      return { kind: 'formula', formula: shownFormula(table, definition.formula) }
    default: {
      const { linkId: link, ...rest } = definition
      return { ...rest, link }
    }
  }
}

type Dialect = Awaited<ReturnType<Changes['database']>>['dialect']

/** Selects record name and value of the first rows. */
function previewStatement(dialect: Dialect, table: Table, column: ComputedColumn, limit: number) {
  const { quote } = dialect
  const params: StoredValue[] = []
  const bind = (value: StoredValue): string => dialect.placeholder(params.push(value))
  const name = table.columns.find(({ primaryValue }) => primaryValue) ?? table.columns[0]
  const shown = [name ? quote(name.name) : 'NULL', write(column.computed.output, bind)].join(', ')
  const order = table.primaryKey.map(quote).join(', ')
  const page = dialect.page(bind(limit), bind(0), order !== '')
  const sql = `SELECT ${shown} FROM ${quote(table.name)} AS ${quote(rowAlias)}${order === '' ? '' : ` ORDER BY ${order}`}${page}`
  return { sql, params }
}

const textOf = (value: StoredValue): string => (value === null || value instanceof Uint8Array ? '' : String(value))

function wireValue(value: StoredValue): string | number | boolean | null {
  if (typeof value === 'bigint') return Number(value)
  return value instanceof Uint8Array ? null : value
}
