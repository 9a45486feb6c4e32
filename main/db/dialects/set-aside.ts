import type { ForeignKey } from '@common/model'
import type { Step } from '@main/db/database'
import type { SchemaPlan } from '@main/db/dialect'

/** The foreign keys of a table, each once: some tables have two that say the same. */
export function onceEach(keys: readonly ForeignKey[]): readonly ForeignKey[] {
  const seen = new Set<string>()
  return keys.filter(({ columns, referencedTable }) => {
    const identity = JSON.stringify([columns, referencedTable])
    if (seen.has(identity)) return false
    seen.add(identity)
    return true
  })
}

/** One change after the other; undone in the opposite order. */
export function joinPlans(first: SchemaPlan, second: SchemaPlan): SchemaPlan {
  return { up: [...first.up, ...second.up], down: [...second.down, ...first.down] }
}

/** Values of columns as a table of their own, as most engines say it. */
export function copyValuesWith(
  quote: (name: string) => string,
): (from: string, columns: readonly { readonly name: string; readonly as: string }[], into: string) => Step {
  return (from, columns, into) => {
    const list = columns.map(({ name, as }) => `${quote(name)} AS ${quote(as)}`).join(', ')
    return { sql: `CREATE TABLE ${quote(into)} AS SELECT ${list} FROM ${quote(from)}`, params: [] }
  }
}

/** What a SELECT answers as a table of its own, as most engines say it. */
export function tableOfWith(quote: (name: string) => string): (select: string, into: string) => Step {
  return (select, into) => ({ sql: `CREATE TABLE ${quote(into)} AS ${select}`, params: [] })
}
