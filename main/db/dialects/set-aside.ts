import type { ForeignKey } from '@common/model'
import type { Step } from '../statement'
import type { SchemaPlan } from '../schema-plan'

/** Removes duplicate foreign keys, which some tables have. */
export function onceEach(keys: readonly ForeignKey[]): readonly ForeignKey[] {
  const seen = new Set<string>()
  return keys.filter(({ columns, referencedTable }) => {
    const identity = JSON.stringify([columns, referencedTable])
    if (seen.has(identity)) return false
    seen.add(identity)
    return true
  })
}

/** Joins two changes; reverting runs in the opposite order. */
export function joinPlans(first: SchemaPlan, second: SchemaPlan): SchemaPlan {
  return { up: [...first.up, ...second.up], down: [...second.down, ...first.down] }
}

/** Creates a table from the values of columns, in the syntax of most engines. */
export function copyValuesWith(
  quote: (name: string) => string,
): (from: string, columns: readonly { readonly name: string; readonly as: string }[], into: string) => Step {
  return (from, columns, into) => {
    const list = columns.map(({ name, as }) => `${quote(name)} AS ${quote(as)}`).join(', ')
    return { sql: `CREATE TABLE ${quote(into)} AS SELECT ${list} FROM ${quote(from)}`, params: [] }
  }
}

/** Creates a table from a SELECT, in the syntax of most engines. */
export function tableOfWith(quote: (name: string) => string): (select: string, into: string) => Step {
  return (select, into) => ({ sql: `CREATE TABLE ${quote(into)} AS ${select}`, params: [] })
}
