import type { Table } from '@common/model'
import { formerly } from '@common/wire/former-title'
import { NameIndex } from '@common/wire/named'

/** Translates between the column names of views and of scripts. */
export interface Names {
  readonly titleOf: (id: string) => string | undefined
  readonly idOf: (title: string) => string | undefined
}

/** Scripts use column titles; names in the database work too. */
export function namesOf(table: Table): Names {
  const columns = [
    ...table.columns.map(({ name, title }) => ({ id: name, title })),
    ...table.virtualColumns.map(({ id, title }) => ({ id, title })),
  ]
  const titles = new Map(columns.map(({ id, title }) => [id, title]))
  const index = new NameIndex(columns, ({ id, title }) => ({ name: id, title }))
  return { titleOf: (id) => titles.get(id), idOf: (title) => (index.find(title) ?? formerly(table, title))?.id }
}
