import type { RollupFunction } from '@common/model/relations'

/** A link of the sample by its foreign key, from the child (`belongsTo`) or from the parent (`hasMany`). */
export interface SampleLink {
  readonly kind: 'belongsTo' | 'hasMany'
  readonly childTable: string
  readonly childColumn: string
  readonly parentTable: string
}

/** A lookup, rollup, count or formula of the sample. Formulas name columns by name or id, as stored. */
export interface SampleComputed {
  readonly table: string
  readonly id: string
  readonly title: string
  readonly made:
    | { readonly kind: 'lookup'; readonly link: SampleLink; readonly column: string }
    | {
        readonly kind: 'rollup'
        readonly link: SampleLink
        readonly column: string
        readonly function: RollupFunction
      }
    | { readonly kind: 'count'; readonly link: SampleLink }
    | { readonly kind: 'formula'; readonly formula: string }
}

/** Ids of computed columns, for views and dependent columns. */
export const computedId = {
  albumArtist: 'vc_sample_album_artist',
  albumCountry: 'vc_sample_album_country',
  albumTracks: 'vc_sample_album_tracks',
  albumLength: 'vc_sample_album_length',
  trackArtist: 'vc_sample_track_artist',
  trackCover: 'vc_sample_track_cover',
  trackSold: 'vc_sample_track_sold',
  trackRevenue: 'vc_sample_track_revenue',
  customerSpent: 'vc_sample_customer_spent',
} as const

const link = (kind: SampleLink['kind'], childTable: string, childColumn: string, parentTable: string): SampleLink => ({
  kind,
  childTable,
  childColumn,
  parentTable,
})

const artistOfAlbum = link('belongsTo', 'albums', 'artist_id', 'artists')
const albumOfTrack = link('belongsTo', 'tracks', 'album_id', 'albums')
const tracksOfAlbum = link('hasMany', 'tracks', 'album_id', 'albums')
const salesOfTrack = link('hasMany', 'invoice_lines', 'track_id', 'tracks')
const invoicesOfCustomer = link('hasMany', 'invoices', 'customer_id', 'customers')

/** The computed columns of the sample, in dependency order. */
export const sampleComputed: readonly SampleComputed[] = [
  {
    table: 'albums',
    id: computedId.albumArtist,
    title: 'Artist name',
    made: { kind: 'lookup', link: artistOfAlbum, column: 'name' },
  },
  {
    table: 'albums',
    id: computedId.albumCountry,
    title: 'Country',
    made: { kind: 'lookup', link: artistOfAlbum, column: 'country' },
  },
  {
    table: 'albums',
    id: computedId.albumTracks,
    title: 'Number of tracks',
    made: { kind: 'count', link: tracksOfAlbum },
  },
  {
    table: 'albums',
    id: computedId.albumLength,
    title: 'Total length',
    made: { kind: 'rollup', link: tracksOfAlbum, column: 'length', function: 'sum' },
  },
  {
    table: 'tracks',
    id: computedId.trackArtist,
    title: 'Artist',
    made: { kind: 'lookup', link: albumOfTrack, column: computedId.albumArtist },
  },
  {
    table: 'tracks',
    id: computedId.trackCover,
    title: 'Cover',
    made: { kind: 'lookup', link: albumOfTrack, column: 'cover' },
  },
  {
    table: 'tracks',
    id: computedId.trackSold,
    title: 'Sold',
    made: { kind: 'rollup', link: salesOfTrack, column: 'quantity', function: 'sum' },
  },
  {
    table: 'tracks',
    id: computedId.trackRevenue,
    title: 'Revenue',
    made: { kind: 'formula', formula: `{price} * {${computedId.trackSold}}` },
  },
  {
    table: 'customers',
    id: computedId.customerSpent,
    title: 'Spent',
    made: { kind: 'rollup', link: invoicesOfCustomer, column: 'total', function: 'sum' },
  },
]
