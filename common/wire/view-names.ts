import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import { NameIndex } from './named'

/** Translates between the column names of views and of scripts. */
export interface Names {
  readonly titleOf: (id: string) => string | undefined
  readonly idOf: (title: string) => string | undefined
}

/** Finds a belongs-to by its former name, `Book <= Author` on Book (wire §7). */
export function formerly(table: Pick<Table, 'title' | 'virtualColumns'>, title: string): VirtualColumn | undefined {
  return table.virtualColumns.find(
    (column) =>
      column.kind === 'link' &&
      column.link.kind === 'belongsTo' &&
      title ===
        column.title.replace(`${column.relatedTitle} <= ${table.title}`, `${table.title} <= ${column.relatedTitle}`),
  )
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
