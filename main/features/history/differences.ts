import { createHash } from 'node:crypto'
import type { StoredValue } from '@common/columns/column-type'
import { hasRole } from '@common/columns/questions'
import type { Column, Table } from '@common/model'
import type { recordStates } from '@common/operations/history'
import { exactKeyPart, keyPart, plainKeyPart } from '@main/lib/key-part'
import { rowsText } from '@main/lib/rows-text'

/** A stored row by names of columns. */
export type Row = Readonly<Record<string, StoredValue>>

/** A record that differs between then and now. */
export interface Difference {
  /** As in a path: its present key, or its earlier one if it is deleted. */
  readonly key: readonly string[]
  readonly state: (typeof recordStates)[number]
  readonly was: Row | undefined
  readonly now: Row | undefined
  /** Names of the columns with other values, for a changed record. */
  readonly columns: readonly string[]
  /** Names of the columns whose earlier value isn't known. */
  readonly unknown: readonly string[]
}

export interface Differences {
  readonly list: readonly Difference[]
  readonly added: number
  readonly changed: number
  readonly deleted: number
}

/** True if a restore can write the record: a deleted one needs all of its values. */
export const isRestorable = ({ state, columns, unknown }: Difference): boolean =>
  state === 'added' || (state === 'changed' ? columns.length > 0 : unknown.length === 0)

/** Columns that a comparison looks at: a change sets its own time. */
export const comparedColumns = (columns: readonly Column[]): readonly Column[] =>
  columns.filter((column) => !hasRole(column, 'changedAt'))

/** Returns the key of a row, as in a path. */
export const pathOf = ({ columns, primaryKey }: Pick<Table, 'columns' | 'primaryKey'>, row: Row): readonly string[] =>
  primaryKey.map((name) =>
    exactKeyPart(
      columns.find((column) => column.name === name),
      row[name],
    ),
  )

/** Returns the key of a row, which finds it whatever the types of its values are. */
export const keyTextOf = ({ primaryKey }: Pick<Table, 'primaryKey'>, row: Row): string =>
  JSON.stringify(primaryKey.map((name) => keyPart(row[name])))

/** Returns the same of a key as in a path. */
export const pathTextOf = ({ columns, primaryKey }: Pick<Table, 'columns' | 'primaryKey'>, path: readonly string[]) =>
  JSON.stringify(
    path.map((part, at) =>
      plainKeyPart(
        columns.find(({ name }) => name === primaryKey[at]),
        part,
      ),
    ),
  )

/** Returns the differences in the order of their keys, with numbers of each kind. */
export function differencesOf(list: readonly Difference[]): Differences {
  const count = (state: Difference['state']): number => list.filter((each) => each.state === state).length
  return {
    list: list.toSorted((one, other) => byKey(one.key, other.key)),
    added: count('added'),
    changed: count('changed'),
    deleted: count('deleted'),
  }
}

function byKey(one: readonly string[], other: readonly string[]): number {
  for (const [at, part] of one.entries()) {
    const against = other[at] ?? ''
    if (part === against) continue
    const difference = Number(part) - Number(against)
    if (Number.isFinite(difference) && difference !== 0) return difference
    return part < against ? -1 : 1
  }
  return 0
}

/** Returns a digest of differences, so that a restore writes those that the user saw. */
export function digestOf({ list }: Differences): string {
  const hash = createHash('sha256')
  for (const { key, state, was, now, columns } of list) {
    const pick = (row: Row | undefined): unknown => row && columns.map((name) => row[name] ?? null)
    hash.update(rowsText([key, state, pick(was), pick(now)]))
  }
  return hash.digest('hex')
}
