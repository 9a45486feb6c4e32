import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { Table } from '@common/model'
import { rollupFunctions, type LinkKind, type VirtualColumn } from '@common/model/relations'
import type { VirtualColumnDefinition } from '@common/operations/virtual-columns'
import { findNamed } from '@common/wire/named'
import { nameKey } from '@common/wire/names'
import type { ModelMeta } from './model-meta'
import { shownFormula } from './terms'

type Entry = NonNullable<ModelMeta['v']>[number]
type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>
type Computed = Exclude<VirtualColumn, LinkColumn>

export interface Defined {
  readonly title: string
  readonly definition: VirtualColumnDefinition
}

/** Changes in the `v` of a meta, compared with the table. */
export interface ComputedPlan {
  readonly create: readonly Defined[]
  readonly update: readonly {
    readonly id: string
    readonly to: Defined
    /** The former definition. */
    readonly from: Defined
  }[]
  readonly remove: readonly string[]
}

/**
 * Plans the changes of computed columns. Ignores links in `v`, which have their own operations.
 *
 * @throws AppError COLUMN_NOT_FOUND for an entry along a missing link; INPUT_INVALID for an incomplete one
 */
export function planComputed(table: Table, entries: readonly Entry[]): ComputedPlan {
  const create: ComputedPlan['create'][number][] = []
  const update: ComputedPlan['update'][number][] = []
  const named = new Set<string>()
  for (const entry of entries) {
    const there = columnOf(table, entry)
    if (there?.kind === 'link') continue
    const definition = definitionOf(table, entry)
    const title = entry._cn.trim()
    if (there === undefined) {
      if (definition === undefined)
        throw new AppError('INPUT_INVALID', {
          problems: [message('inputProblems.notComputed', { title: title.slice(0, 60) })],
        })
      create.push({ title, definition })
      continue
    }
    named.add(there.id)
    const from = { title: there.title, definition: definedAs(table, there) }
    const to = { title, definition: definition ?? from.definition }
    if (JSON.stringify(to) !== JSON.stringify(from)) update.push({ id: there.id, to, from })
  }
  const remove = table.virtualColumns.filter(({ kind, id }) => kind !== 'link' && !named.has(id)).map(({ id }) => id)
  return { create, update, remove }
}

function columnOf(table: Table, { column, _cn }: Entry): VirtualColumn | undefined {
  return (
    table.virtualColumns.find(({ id }) => id === column?.id) ??
    findNamed(table.virtualColumns, _cn.trim(), ({ id, title }) => ({ name: id, title }))
  )
}

/** Parses an entry in the format of scripts (wire §7). */
function definitionOf(table: Table, { formula, lk, rl, _cn }: Entry): VirtualColumnDefinition | undefined {
  if (formula !== undefined) return { kind: 'formula', formula: formula.value }
  const terms = lk ?? rl
  // Terms without a relation belong to a broken column, which stays unchanged.
  if (terms === undefined || textOf(terms['type']) === undefined) return undefined
  const link = linkOf(table, terms)
  if (link === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: _cn, table: table.title })
  if (lk !== undefined) return { kind: 'lookup', link: link.id, column: textOf(lk['lcn']) ?? '' }
  const wanted = rollupFunctions.find((name) => name === textOf(terms['fn']))
  if (wanted === undefined)
    throw new AppError('INPUT_INVALID', { problems: [message('inputProblems.notRollupFunction')] })
  return wanted === 'count'
    ? { kind: 'count', link: link.id }
    : { kind: 'rollup', link: link.id, column: textOf(terms['rlcn']) ?? '', function: wanted }
}

/** A column in the same words. */
function definedAs(table: Table, column: Computed): VirtualColumnDefinition {
  switch (column.kind) {
    case 'formula':
      return { kind: 'formula', formula: shownFormula(column.formula, table) }
    case 'lookup':
      return { kind: 'lookup', link: column.linkId, column: column.column }
    case 'count':
      return { kind: 'count', link: column.linkId }
    case 'rollup':
      return column.function === 'count'
        ? { kind: 'count', link: column.linkId }
        : { kind: 'rollup', link: column.linkId, column: column.column, function: column.function }
  }
}

const kinds: Readonly<Record<string, LinkKind>> = { hm: 'hasMany', bt: 'belongsTo', mm: 'manyToMany' }

/** `tn` and `cn` are the child's, `rtn` and `rcn` the parent's; with `mm` they are this table's and the other's. */
export function linkOf(table: Table, terms: Readonly<Record<string, unknown>>): LinkColumn | undefined {
  const kind = kinds[textOf(terms['type']) ?? '']
  const isSaid = (term: string, actual: string | undefined): boolean => {
    const given = textOf(terms[term])
    return given === undefined || (actual !== undefined && nameKey(given) === nameKey(actual))
  }
  return table.virtualColumns.find((column): column is LinkColumn => {
    if (column.kind !== 'link' || column.link.kind !== kind || column.link.toAssociation === true) return false
    const { relatedTable, columns, relatedColumns, through } = column.link
    const [own, far] = [columns[0], relatedColumns[0]]
    if (kind === 'hasMany') return isSaid('tn', relatedTable) && isSaid('cn', far) && isSaid('rcn', own)
    if (kind === 'belongsTo') return isSaid('rtn', relatedTable) && isSaid('cn', own) && isSaid('rcn', far)
    return isSaid('rtn', relatedTable) && isSaid('vtn', through?.table)
  })
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
