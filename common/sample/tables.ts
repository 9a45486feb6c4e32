import type { UiType } from '@common/columns/ui-types'
import type { ColumnDefinition, ColumnOptions, ForeignKey, OptionColor } from '@common/model'

/** Definition of a sample table: columns in display order and foreign keys. */
export interface SampleTableDefinition {
  readonly name: string
  readonly title: string
  readonly columns: readonly ColumnDefinition[]
  readonly foreignKeys: readonly ForeignKey[]
  /** The column that names a record; null for a junction table. */
  readonly primaryValue: string | null
}

const options = (...pairs: readonly (readonly [string, OptionColor])[]): ColumnOptions => ({
  options: pairs.map(([title, color]) => ({ title, color })),
})

export const genres = options(
  ['Folk', 'lime'],
  ['Soul', 'orange'],
  ['Synth-pop', 'violet'],
  ['Electronic', 'cyan'],
  ['Rock', 'red'],
  ['Ambient', 'teal'],
  ['Jazz', 'amber'],
  ['Classical', 'indigo'],
)
export const tags = options(
  ['single', 'blue'],
  ['vinyl', 'orange'],
  ['staff pick', 'pink'],
  ['new', 'teal'],
  ['live', 'green'],
  ['remix', 'violet'],
  ['B-side', 'grey'],
)
export const labels = options(
  ['Lamplight', 'amber'],
  ['North Pier', 'blue'],
  ['Ditto House', 'pink'],
  ['Field Notes', 'green'],
  ['Copper Wire', 'orange'],
)
export const statuses = options(['Paid', 'green'], ['Open', 'blue'], ['Overdue', 'red'], ['Refunded', 'grey'])
export const moods = options(['Calm', 'teal'], ['Bright', 'amber'], ['Late', 'indigo'], ['Loud', 'red'])
export const countries = options(
  ['United States', 'blue'],
  ['United Kingdom', 'red'],
  ['Germany', 'amber'],
  ['France', 'indigo'],
  ['Canada', 'pink'],
  ['Australia', 'green'],
  ['Sweden', 'cyan'],
  ['Ireland', 'lime'],
)
const dollars: ColumnOptions = { currency: 'USD', precision: 2 }

const column = (
  name: string,
  title: string,
  uiType: UiType,
  rest: Partial<ColumnDefinition> = {},
): ColumnDefinition => ({
  name,
  title,
  uiType,
  required: false,
  unique: false,
  defaultValue: null,
  primaryKey: false,
  options: {},
  ...rest,
})
const id = column('id', 'Id', 'ID', { required: true, primaryKey: true })
const required = { required: true }
const reference = (columnName: string, referencedTable: string, onDelete: 'CASCADE' | 'RESTRICT'): ForeignKey => ({
  columns: [columnName],
  referencedTable,
  referencedColumns: ['id'],
  onDelete,
  onUpdate: 'CASCADE',
})

/** Tables of the record store. Each follows the tables that it references. */
export const sampleTables = {
  artists: {
    name: 'artists',
    title: 'Artists',
    columns: [
      id,
      column('name', 'Name', 'SingleLineText', required),
      column('country', 'Country', 'SingleSelect', { options: countries }),
      column('formed', 'Formed', 'Year'),
      column('website', 'Website', 'URL'),
      column('booking', 'Booking', 'Email'),
      column('touring', 'Touring', 'Checkbox', { required: true, defaultValue: '0' }),
      column('biography', 'Biography', 'LongText'),
    ],
    foreignKeys: [],
    primaryValue: 'name',
  },
  albums: {
    name: 'albums',
    title: 'Albums',
    columns: [
      id,
      column('title', 'Title', 'SingleLineText', required),
      column('artist_id', 'Artist', 'ForeignKey', required),
      column('label', 'Label', 'SingleSelect', { options: labels }),
      column('catalogue_number', 'Catalogue number', 'SingleLineText', { required: true, unique: true }),
      column('released', 'Released', 'Date'),
      column('notes', 'Notes', 'LongText'),
      column('cover', 'Cover', 'Attachment'),
    ],
    foreignKeys: [reference('artist_id', 'artists', 'RESTRICT')],
    primaryValue: 'title',
  },
  tracks: {
    name: 'tracks',
    title: 'Tracks',
    columns: [
      id,
      column('title', 'Title', 'SingleLineText', required),
      column('album_id', 'Album', 'ForeignKey', required),
      column('genre', 'Genre', 'SingleSelect', { options: genres }),
      column('tags', 'Tags', 'MultiSelect', { options: tags }),
      column('rating', 'Rating', 'Rating', { options: { max: 5 } }),
      column('length', 'Length', 'Duration'),
      column('price', 'Price', 'Currency', { required: true, options: dollars }),
      column('released', 'Released', 'Date'),
      column('live', 'Live', 'Checkbox', { required: true, defaultValue: '0' }),
      column('audio', 'Audio', 'JSON'),
    ],
    foreignKeys: [reference('album_id', 'albums', 'RESTRICT')],
    primaryValue: 'title',
  },
  customers: {
    name: 'customers',
    title: 'Customers',
    columns: [
      id,
      column('name', 'Name', 'SingleLineText', required),
      column('email', 'E-mail', 'Email', { required: true, unique: true }),
      column('phone', 'Phone', 'PhoneNumber'),
      column('city', 'City', 'SingleLineText'),
      column('country', 'Country', 'SingleSelect', { options: countries }),
      column('since', 'Customer since', 'Date'),
      column('discount', 'Discount', 'Percent'),
      column('newsletter', 'Newsletter', 'Checkbox', { required: true, defaultValue: '0' }),
    ],
    foreignKeys: [],
    primaryValue: 'name',
  },
  invoices: {
    name: 'invoices',
    title: 'Invoices',
    columns: [
      id,
      column('number', 'Number', 'SingleLineText', { required: true, unique: true }),
      column('customer_id', 'Customer', 'ForeignKey', required),
      column('issued', 'Issued', 'DateTime', required),
      column('status', 'Status', 'SingleSelect', { required: true, options: statuses }),
      column('total', 'Total', 'Currency', { required: true, options: dollars }),
      column('paid_on', 'Paid on', 'Date'),
    ],
    foreignKeys: [reference('customer_id', 'customers', 'RESTRICT')],
    primaryValue: 'number',
  },
  invoiceLines: {
    name: 'invoice_lines',
    title: 'Invoice lines',
    columns: [
      id,
      column('invoice_id', 'Invoice', 'ForeignKey', required),
      column('track_id', 'Track', 'ForeignKey', required),
      column('quantity', 'Quantity', 'Number', required),
      column('unit_price', 'Unit price', 'Currency', { required: true, options: dollars }),
    ],
    foreignKeys: [reference('invoice_id', 'invoices', 'CASCADE'), reference('track_id', 'tracks', 'RESTRICT')],
    primaryValue: null,
  },
  playlists: {
    name: 'playlists',
    title: 'Playlists',
    columns: [
      id,
      column('name', 'Name', 'SingleLineText', { required: true, unique: true }),
      column('mood', 'Mood', 'SingleSelect', { options: moods }),
      column('shared', 'Shared', 'Checkbox', { required: true, defaultValue: '0' }),
      column('started', 'Started', 'DateTime'),
    ],
    foreignKeys: [],
    primaryValue: 'name',
  },
  playlistTracks: {
    name: 'playlist_tracks',
    title: 'Playlist tracks',
    columns: [
      column('playlist_id', 'Playlist', 'ForeignKey', { required: true, primaryKey: true }),
      column('track_id', 'Track', 'ForeignKey', { required: true, primaryKey: true }),
    ],
    foreignKeys: [reference('playlist_id', 'playlists', 'CASCADE'), reference('track_id', 'tracks', 'CASCADE')],
    primaryValue: null,
  },
} as const satisfies Readonly<Record<string, SampleTableDefinition>>
