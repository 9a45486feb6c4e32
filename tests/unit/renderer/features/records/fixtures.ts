import type { Column, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'

/** Returns a plain text column with a test's overrides. */
export function column(part: Partial<Column> & { readonly title: string }): Column {
  return {
    name: part.title,
    uiType: 'SingleLineText',
    nativeType: '',
    required: false,
    primaryKey: false,
    autoIncrement: false,
    unique: false,
    defaultValue: null,
    generated: false,
    primaryValue: false,
    options: {},
    ...part,
  }
}

export const idColumn = column({ title: 'Id', uiType: 'ID', required: true, primaryKey: true, autoIncrement: true })
export const nameColumn = column({ title: 'Name', primaryValue: true })
export const priceColumn = column({ title: 'Price', uiType: 'Decimal' })

export const albumIdColumn = column({ name: 'album_id', title: 'Album' })
/** A table `albums`, and the link of `album_id` to it. */
export const albumTable = tableOf([idColumn, nameColumn], { name: 'albums', title: 'Albums' })
export const albumLink: VirtualColumn = {
  kind: 'link',
  id: 'l',
  title: 'Album',
  key: 'AlbumRead',
  relatedTitle: 'Albums',
  link: {
    kind: 'belongsTo',
    relatedTable: 'albums',
    columns: ['album_id'],
    relatedColumns: ['Id'],
    real: true,
    onDelete: 'NO ACTION',
    onUpdate: 'NO ACTION',
  },
}

export function tableOf(columns: readonly Column[], part: Partial<Table> = {}): Table {
  return {
    name: 'Track',
    title: 'Track',
    type: 'table',
    order: 0,
    columns,
    primaryKey: columns.filter((one) => one.primaryKey).map((one) => one.name),
    foreignKeys: [],
    indexes: [],
    virtualColumns: [],
    rowId: null,
    ...part,
  }
}
