import { FormulaProblem, referencesOf } from '@common/formula'
import type { Table } from '@common/model'
import type { Link, VirtualColumn } from '@common/model/relations'

/** Tables of a project by their names in the database. */
export type TablesByName = ReadonlyMap<string, Table>

/** Answers what rules hide, by names in the database and ids of virtual columns. */
export interface Hiding {
  readonly hidesTable: (table: string) => boolean
  readonly hidesColumn: (table: string, column: string) => boolean
  readonly hidesRelation: (childTable: string, childColumns: readonly string[]) => boolean
}

/** Something hidden that hides a column made from it: a table, a column of it, or a reference of this child table. */
export interface HiddenCause {
  readonly table: string
  readonly column?: string
  readonly isRelation?: true
}

/**
 * Returns the virtual columns that rules hide, with the cause: those that they name, links that lead over something
 * hidden, and columns computed from something hidden, at any distance. A hidden value thus never comes out through a
 * computed one.
 *
 * @param tables  whole tables that links and computed columns of the table reach; a missing one hides what needs it
 */
export function hiddenVirtual(table: Table, tables: TablesByName, hiding: Hiding): ReadonlyMap<string, HiddenCause> {
  const known = new Map<string, HiddenCause | undefined>()

  const causeOf = (of: Table, identity: string): HiddenCause | undefined => {
    if (hiding.hidesColumn(of.name, identity)) return { table: of.name, column: identity }
    const column = of.virtualColumns.find(({ id }) => id === identity)
    return column && virtualCause(of, column)
  }

  const virtualCause = (of: Table, column: VirtualColumn): HiddenCause | undefined => {
    if (hiding.hidesColumn(of.name, column.id)) return { table: of.name, column: column.id }
    const key = `${of.name}\n${column.id}`
    if (known.has(key)) return known.get(key)
    // A circle has no value, so it shows nothing.
    known.set(key, undefined)
    const cause = usedCause(of, column)
    known.set(key, cause)
    return cause
  }

  const among = (of: string, columns: readonly string[]): HiddenCause | undefined => {
    const column = columns.find((name) => hiding.hidesColumn(of, name))
    return column === undefined ? undefined : { table: of, column }
  }

  const linkCause = (of: Table, link: Link): HiddenCause | undefined => {
    const { relatedTable, columns, relatedColumns, through } = link
    for (const name of [relatedTable, through?.table])
      if (name !== undefined && hiding.hidesTable(name)) return { table: name }
    const reference = referencesOver(of.name, link).find(([child, names]) => hiding.hidesRelation(child, names))
    if (reference !== undefined) return { table: reference[0], isRelation: true }
    return (
      among(of.name, columns) ??
      among(relatedTable, relatedColumns) ??
      (through && among(through.table, [...through.columns, ...through.relatedColumns]))
    )
  }

  const usedCause = (of: Table, column: VirtualColumn): HiddenCause | undefined => {
    switch (column.kind) {
      case 'link':
        return linkCause(of, column.link)
      case 'formula': {
        const key = /\bRECORD_ID\b/i.test(column.formula) ? among(of.name, of.primaryKey) : undefined
        return key ?? firstCause(identitiesOf(column.formula).map((id) => causeOf(of, id)))
      }
      default: {
        const link = of.virtualColumns.find(({ id }) => id === column.linkId)
        // Without its link, a column is blank.
        if (link?.kind !== 'link') return undefined
        const cause = virtualCause(of, link)
        if (cause !== undefined || column.kind === 'count') return cause
        const related = tables.get(link.link.relatedTable)
        return related === undefined ? { table: link.link.relatedTable } : causeOf(related, column.column)
      }
    }
  }

  return new Map(
    table.virtualColumns.flatMap((column): [string, HiddenCause][] => {
      const cause = virtualCause(table, column)
      return cause === undefined ? [] : [[column.id, cause]]
    }),
  )
}

/** Returns the references that a link leads over: each child table with its columns. */
function referencesOver(
  table: string,
  { kind, relatedTable, columns, relatedColumns, through }: Link,
): readonly (readonly [string, readonly string[]])[] {
  if (through !== undefined)
    return [
      [through.table, through.columns],
      [through.table, through.relatedColumns],
    ]
  return [kind === 'belongsTo' ? [table, columns] : [relatedTable, relatedColumns]]
}

const firstCause = (causes: readonly (HiddenCause | undefined)[]): HiddenCause | undefined =>
  causes.find((cause) => cause !== undefined)

/** An unreadable formula has no value. */
function identitiesOf(formula: string): readonly string[] {
  try {
    return referencesOf(formula)
  } catch (error) {
    if (error instanceof FormulaProblem) return []
    throw error
  }
}
