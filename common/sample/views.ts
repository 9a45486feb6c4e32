import type { PartialViewSettings, ViewKind, ViewOptions } from '@common/views'
import type { ViewFilterGroup, ViewOperator, ConditionValue } from '@common/views/settings'
import { computedId, type SampleLink } from './computed'

/** A view of the sample. Columns are named as in views: by name, or by the id of a computed column. */
export interface SampleView {
  readonly table: string
  /** Absent for the default grid. */
  readonly title?: string
  readonly kind: ViewKind
  readonly settings: PartialViewSettings
  /** Link columns that the view hides in addition to `settings.hidden`. */
  readonly hiddenLinks?: readonly SampleLink[]
  readonly options: ViewOptions
}

const { albumArtist, albumCountry, albumLength, albumTracks, customerSpent } = computedId
const { trackArtist, trackCover, trackRevenue, trackSold } = computedId

const when = (column: string, operator: ViewOperator, value?: ConditionValue): ViewFilterGroup => ({
  join: 'and',
  filters: [{ column, operator, ...(value === undefined ? {} : { value }) }],
})

/** The views of the sample, at least one of each kind. */
export const sampleViews: readonly SampleView[] = [
  {
    table: 'tracks',
    kind: 'grid',
    settings: {
      order: [
        'title',
        trackCover,
        'album_id',
        trackArtist,
        'genre',
        'tags',
        'rating',
        'length',
        'price',
        trackSold,
        trackRevenue,
        'released',
        'live',
        'audio',
      ],
      hidden: ['id'],
      widths: {
        title: 180,
        [trackCover]: 72,
        album_id: 130,
        [trackArtist]: 136,
        genre: 104,
        tags: 140,
        rating: 96,
        length: 76,
        price: 76,
        released: 112,
        live: 72,
        [trackSold]: 76,
        [trackRevenue]: 100,
      },
      aggregates: {
        title: 'count',
        genre: 'distinct',
        rating: 'average',
        length: 'average',
        [trackSold]: 'sum',
        [trackRevenue]: 'sum',
      },
      colours: [
        { column: trackSold, color: 'green', filter: when(trackSold, 'greaterOrEqual', 4) },
        { column: 'length', color: 'amber', filter: when('length', 'greater', 540) },
      ],
    },
    options: {},
  },
  {
    table: 'tracks',
    title: 'By genre',
    kind: 'grid',
    settings: {
      groups: [{ column: 'genre', descending: false }],
      sorts: [{ column: trackSold, descending: true }],
      order: ['title', trackCover, trackArtist, 'album_id', 'rating', trackSold, trackRevenue],
      hidden: ['id', 'genre', 'tags', 'audio', 'live'],
      widths: { title: 220, [trackCover]: 76, [trackSold]: 84, [trackRevenue]: 104 },
      rowHeight: 'medium',
      aggregates: { title: 'count', rating: 'average', [trackSold]: 'sum', [trackRevenue]: 'sum' },
      colours: [{ color: 'pink', filter: when('tags', 'hasAnyOf', ['staff pick']) }],
    },
    options: {},
  },
  {
    table: 'tracks',
    title: 'Submit a track',
    kind: 'form',
    settings: {},
    options: {
      title: 'Submit a track',
      description: 'Tell us about the track. It joins the shelf as soon as you send this form.',
      cover: 'indigo',
      parts: [
        { kind: 'field', column: 'title', label: 'What is the track called?' },
        { kind: 'field', column: 'album_id', label: 'Which album is it on?' },
        { kind: 'field', column: 'genre', look: 'chips' },
        { kind: 'field', column: 'length', help: 'Minutes and seconds, such as 3:45.' },
        { kind: 'field', column: 'price', initial: 0.99 },
        { kind: 'section', id: 'stage', title: 'On stage' },
        { kind: 'field', column: 'live', label: 'Was it recorded live?' },
        {
          kind: 'field',
          column: 'released',
          label: 'When was the concert released?',
          condition: { join: 'and', filters: [{ column: 'live', operator: 'isChecked' }] },
        },
      ],
      button: 'Send the track',
      again: true,
    },
  },
  {
    table: 'albums',
    kind: 'grid',
    settings: {
      order: [
        'title',
        'artist_id',
        'label',
        'catalogue_number',
        'released',
        'cover',
        albumTracks,
        albumLength,
        albumCountry,
      ],
      hidden: ['id', albumArtist],
      widths: { [albumTracks]: 140 },
      aggregates: { title: 'count', [albumTracks]: 'sum', [albumLength]: 'average' },
    },
    options: {},
  },
  {
    table: 'albums',
    title: 'Covers',
    kind: 'gallery',
    settings: {
      order: ['title', 'artist_id', 'label', 'released', albumTracks, albumLength],
      hidden: ['id', albumArtist, albumCountry, 'catalogue_number', 'notes', 'cover'],
      sorts: [{ column: 'released', descending: true }],
    },
    options: { coverColumn: 'cover', coverFit: 'crop' },
  },
  {
    table: 'albums',
    title: 'Release calendar',
    kind: 'calendar',
    settings: {},
    options: { startColumn: 'released', colourColumn: 'label' },
  },
  {
    table: 'artists',
    kind: 'grid',
    settings: { aggregates: { name: 'count', country: 'distinct' } },
    options: {},
  },
  {
    table: 'customers',
    kind: 'grid',
    settings: { aggregates: { name: 'count', [customerSpent]: 'sum' } },
    options: {},
  },
  {
    table: 'invoices',
    kind: 'grid',
    settings: {
      aggregates: { number: 'count', total: 'sum' },
      colours: [{ color: 'red', filter: when('status', 'is', 'Overdue') }],
    },
    options: {},
  },
  {
    table: 'invoices',
    title: 'Payments',
    kind: 'kanban',
    settings: {
      order: ['number', 'customer_id', 'total', 'issued', 'paid_on'],
      hidden: ['id', 'status'],
      sorts: [{ column: 'issued', descending: true }],
    },
    hiddenLinks: [{ kind: 'hasMany', childTable: 'invoice_lines', childColumn: 'invoice_id', parentTable: 'invoices' }],
    options: { stackColumn: 'status' },
  },
]
