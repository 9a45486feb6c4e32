import type { Table } from '@common/model'
import { nameKey } from './names'

/** Columns of a table by what views call them, and by what scripts do. */
export interface Names {
  readonly titleOf: (id: string) => string | undefined
  readonly idOf: (title: string) => string | undefined
}

/** Scripts name columns by title; names are taken for them too. */
export function namesOf(table: Table): Names {
  const columns = [
    ...table.columns.map(({ name, title }) => ({ id: name, title })),
    ...table.virtualColumns.map(({ id, title }) => ({ id, title })),
  ]
  const titles = new Map(columns.map(({ id, title }) => [id, title]))
  const ids = new Map([
    ...columns.map(({ id }): [string, string] => [nameKey(id), id]),
    ...columns.map(({ id, title }): [string, string] => [nameKey(title), id]),
  ])
  return { titleOf: (id) => titles.get(id), idOf: (title) => ids.get(nameKey(title)) }
}
