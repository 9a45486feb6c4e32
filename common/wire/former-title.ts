import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'

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
