import { TypeInfo, visit, visitWithTypeInfo, type DocumentNode } from 'graphql'
import { isComputed, type ComputedColumn, type ComputedTable } from '@main/db/computed'
import type { Database } from '@main/db/database'
import type { Dialect } from '@main/db/dialect'
import type { AppError } from '@common/errors'
import type { DescribedProject, DescribedTable } from '../plan/described'
import { findUnreadable, unreadableNow } from '../run/unreadable'
import type { NamedTable } from './names'
import type { ProjectSchema } from './schema'
import type { TableNamed } from '../nested/ends'

const variants = new WeakMap<DescribedProject, { readonly text: string; readonly made: DescribedProject }>()

/** Returns the project with NULL in the computed columns known to be unreadable; their types stay. */
export function withoutUnreadableValues(project: DescribedProject): DescribedProject {
  const ids = project.tables.map(({ table }) => unreadableNow(table)?.ids)
  if (ids.every((each) => each === undefined)) return project
  const text = JSON.stringify(ids.map((each) => [...(each ?? [])]))
  const known = variants.get(project)
  if (known?.text === text) return known.made
  const tables = project.tables.map((of, at) => blanked(project.database.dialect, of, ids[at]))
  const made = { ...project, tables }
  variants.set(project, { text, made })
  return made
}

function blanked(dialect: Dialect, of: DescribedTable, ids: ReadonlySet<string> | undefined): DescribedTable {
  const { computed } = of
  if (computed === undefined || ids === undefined) return of
  const sql = dialect.formula.blank('text')
  const blank = (column: ComputedColumn): ComputedColumn =>
    ids.has(column.computed.id) ? { ...column, computed: { ...column.computed, output: sql, value: sql } } : column
  const blankTable: ComputedTable = {
    ...computed,
    columns: computed.columns.map(blank),
    byKey: new Map([...computed.byKey].map(([key, column]) => [key, blank(column)])),
    searchable: computed.searchable.filter((column) => !ids.has(column.computed.id)),
  }
  return { ...of, computed: blankTable }
}

/** Fields of tables that a query selects. */
function selectedFields(project: ProjectSchema, document: DocumentNode): { table: NamedTable; field: string }[] {
  const found: { table: NamedTable; field: string }[] = []
  const types = new TypeInfo(project.schema)
  const Field = (node: { readonly name: { readonly value: string } }): void => {
    const table = project.tables.get(types.getParentType()?.name ?? '')
    if (table !== undefined) found.push({ table, field: node.name.value })
  }
  visit(document, visitWithTypeInfo(types, { Field }))
  return found
}

/** Looks for unreadable columns in the tables of a forbidden query. @returns true if there are any */
export async function lookForUnreadable(
  project: ProjectSchema,
  document: DocumentNode,
  { database, tableNamed, error }: { database: Database; tableNamed: TableNamed; error: AppError },
): Promise<boolean> {
  const tables = new Set(selectedFields(project, document).map(({ table }) => table))
  const found = await Promise.all([...tables].map(({ table }) => findUnreadable(database, table, tableNamed, error)))
  return found.some((each) => each !== undefined)
}

/** Selected fields that are NULL because they may not be read: `Book.writerName`. */
export function omittedFields(project: ProjectSchema, document: DocumentNode): string[] {
  const fields = selectedFields(project, document).flatMap(({ table, field }) => {
    const column = table.columns.get(field)
    const isOmitted =
      column !== undefined && isComputed(column) && unreadableNow(table.table)?.ids.has(column.computed.id) === true
    return isOmitted ? [`${table.name}.${field}`] : []
  })
  return [...new Set(fields)]
}
