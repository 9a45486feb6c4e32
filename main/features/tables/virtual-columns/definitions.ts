import { AppError } from '@common/errors'
import { formulaMessage, FormulaProblem, rewriteReferences } from '@common/formula'
import { message } from '@common/messages'
import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import type { VirtualColumnDefinition } from '@common/operations/virtual-columns'
import { findNamed } from '@common/wire/named'
import { Broken, ComputedBuilder, tablesFor } from '@main/db/computed'
import type { TableLookups } from '../catalog/catalog'
import type { Changes } from '../changes/changes'
import type { VirtualDefinition } from './virtual-columns'

/** Checks definitions of computed columns, and resolves their names. */
export function virtualDefinitions(catalog: TableLookups, changes: Changes) {
  /** Returns a builder for the table with this column. */
  const builderOf = async (projectId: string, table: Table, column: VirtualColumn): Promise<Candidate> => {
    const others = table.virtualColumns.filter(({ id }) => id !== column.id)
    const candidate = { ...table, virtualColumns: [...others, column] }
    const [database, tables] = await Promise.all([
      changes.database(projectId),
      tablesFor(candidate, [column], (name) => catalog.named(projectId, name)),
    ])
    return { table: candidate, column, builder: new ComputedBuilder(database.dialect, tables) }
  }

  const formulaColumn = (id: string, title: string, table: Table, text: string): VirtualColumn => ({
    kind: 'formula',
    id,
    title,
    formula: storedFormula(table, text),
  })

  /** @throws FormulaProblem at its place in the text, Broken */
  const checkedFormula = async (projectId: string, table: Table, id: string, title: string, text: string) => {
    const candidate = await builderOf(projectId, table, formulaColumn(id, title, table, text))
    const { builder, column } = candidate
    const value = builder.check(candidate.table, text, (name) => identityOf(table, name), column)
    return { ...candidate, value }
  }

  /** Returns the definition to store, after computing it once. */
  const definitionOf = async (
    projectId: string,
    table: Table,
    column: MadeColumn,
    given: VirtualColumnDefinition,
  ): Promise<VirtualDefinition> => {
    if (given.kind === 'formula') {
      await refusing(() => checkedFormula(projectId, table, column.id, column.title, given.formula))
      return { kind: 'formula', formula: storedFormula(table, given.formula) }
    }
    const link = linkNamed(table, given.link)
    const definition = await linkedDefinition(projectId, link, given)
    const candidate = await builderOf(projectId, table, { ...column, ...definition })
    await refusing(async () => candidate.builder.column(candidate.table, candidate.column))
    return definition
  }

  const linkedDefinition = async (
    projectId: string,
    { id: linkId, link }: LinkColumn,
    given: Exclude<VirtualColumnDefinition, { kind: 'formula' }>,
  ): Promise<Exclude<VirtualDefinition, { kind: 'formula' | 'link' }>> => {
    if (given.kind === 'count') return { kind: 'count', linkId }
    const related = await catalog.named(projectId, link.relatedTable)
    const column = related && identityOf(related, given.column)
    if (column === undefined)
      throw new AppError('COLUMN_NOT_FOUND', { column: given.column, table: related?.title ?? link.relatedTable })
    if (given.kind === 'lookup') return { kind: 'lookup', linkId, column }
    if (link.kind === 'belongsTo')
      throw new AppError('VIRTUAL_COLUMN_INVALID', { problem: message('virtualProblems.onlyOne') })
    return { kind: 'rollup', linkId, column, function: given.function }
  }

  return { checkedFormula, definitionOf }
}

interface Candidate {
  readonly table: Table
  readonly column: VirtualColumn
  readonly builder: ComputedBuilder
}

type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>

function linkNamed(table: Table, idOrTitle: string): LinkColumn {
  const links = table.virtualColumns.filter((column) => column.kind === 'link')
  const found = findNamed(links, idOrTitle, ({ id, title }) => ({ name: id, title }))
  if (found === undefined) throw new AppError('VIRTUAL_COLUMN_NOT_FOUND', { column: idOrTitle, table: table.title })
  return found
}

/** Returns the id of the column behind a name in a formula, or behind a link. */
function identityOf(table: Table, name: string): string | undefined {
  const columns = table.columns.map((column) => ({ id: column.name, title: column.title }))
  const computed = table.virtualColumns.filter(({ kind }) => kind !== 'link')
  // Titles take precedence: users write titles, and a computed column's title may equal the name of a stored column.
  const shown = [...columns, ...computed].find(({ title }) => title === name)
  return (shown ?? findNamed([...columns, ...computed], name, ({ id, title }) => ({ name: id, title })))?.id
}

/** Returns a formula with columns by identity. Checking an unreadable one reports its problem. */
function storedFormula(table: Table, text: string): string {
  try {
    return rewriteReferences(text, (name) => identityOf(table, name))
  } catch (error) {
    if (error instanceof FormulaProblem) return text
    throw error
  }
}

/** @throws AppError FORMULA_INVALID, VIRTUAL_COLUMN_INVALID instead of internal problems */
export async function refusing<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof FormulaProblem) {
      const { code, span } = error
      const details = { position: span.from, end: span.to, reason: code, problem: formulaMessage(error) }
      throw new AppError('FORMULA_INVALID', details, { cause: error })
    }
    if (error instanceof Broken)
      throw new AppError('VIRTUAL_COLUMN_INVALID', { problem: message(`virtualProblems.${error.code}`, error.details) })
    throw error
  }
}

export interface MadeColumn {
  readonly id: string
  readonly title: string
}
