import type { CellDisplay, StoredValue } from '@common/columns/column-type'
import type { Column, OptionColor } from '@common/model'
import { coverPicture, type CoverFit, type CoverPicture } from '@common/views/cover'
import { isTrue } from '@renderer/cells'

/** What a card needs to know of a column: `DataGridColumn` of the grid is one. */
export interface CardColumn {
  readonly id: string
  readonly title: string
  readonly column: Column
  readonly display: CellDisplay
}

/** What a card needs to know of a cell: `DataGridCell` is one. */
export type CardCell =
  | { readonly state: 'loading' }
  | {
      readonly state: 'ready'
      readonly value: StoredValue
      readonly text: string
      readonly marks: readonly string[]
    }

/** Where the values of cards come from: `GridModel` is one. */
export interface CardSource<C extends CardColumn = CardColumn> {
  readonly cellAt: (row: number, column: C) => CardCell
  readonly valueAt: (row: number, column: Column) => StoredValue | undefined
  /** How the record differs from the database, if a commit is to write it. */
  readonly stagedAt?: (row: number) => 'new' | 'changed' | 'deleted' | undefined
}

/** Where the covers come from. The column need not be among those shown. */
export interface CardCover {
  readonly column: Column
  readonly fit: CoverFit
}

/** One value on a card. */
export interface CardField {
  readonly id: string
  readonly title: string
  readonly column: Column
  readonly display: CellDisplay
  readonly value: StoredValue
  readonly text: string
  readonly marks: string
  /** What a rule paints behind it. */
  readonly colour: OptionColor | undefined
}

/** Everything that a card shows of a record. */
export interface CardContent {
  /** Undefined while the record is on its way. */
  readonly name: CardField | undefined
  /** Those that have a value. */
  readonly fields: readonly CardField[]
  readonly picture: CoverPicture | undefined
}

export interface CardChoice<C extends CardColumn> {
  /** As the view shows them: the record's name first. */
  readonly columns: readonly C[]
  readonly cover?: CardCover | undefined
  /** Columns beside the name. */
  readonly fieldsMax?: number | undefined
  readonly colourOf?: ((column: number) => OptionColor | undefined) | undefined
  /** True to show day and people in a line of their own, even if other fields precede them. */
  readonly hasFoot?: boolean | undefined
}

/** Fields beside the name (visual reference §10). */
export const cardFieldsMax = 5

/**
 * The columns of a card beside the name: the first ones of the view, without the one that its cover is from, and without
 * a number that was only counted.
 */
export function fieldColumns<C extends CardColumn>(choice: CardChoice<C>): C[] {
  const { columns, cover, fieldsMax = cardFieldsMax, hasFoot = false } = choice
  const shown = columns
    .slice(1)
    .filter(
      ({ column, display }) =>
        column.name !== cover?.column.name && display !== 'button' && !(column.primaryKey && column.autoIncrement),
    )
  const first = shown.slice(0, fieldsMax)
  if (!hasFoot) return first
  const day = first.some(isDay) ? undefined : shown.find(isDay)
  return [...first, ...shown.slice(fieldsMax).filter((column) => column === day || isPerson(column))]
}

export const isDay = ({ display }: Pick<CardColumn, 'display'>): boolean => display === 'date' || display === 'dateTime'
export const isPerson = ({ display }: Pick<CardColumn, 'display'>): boolean => display === 'person'

/** What a card shows of one row. */
export function readCard<C extends CardColumn>(source: CardSource<C>, row: number, choice: CardChoice<C>): CardContent {
  const [first] = choice.columns
  const name = first && fieldOf(source, row, first, choice)
  if (name === undefined) return { name: undefined, fields: [], picture: undefined }
  const { cover } = choice
  return {
    name,
    fields: fieldColumns(choice).flatMap((column) => {
      const field = fieldOf(source, row, column, choice)
      return field && !isEmpty(field) ? [field] : []
    }),
    picture: cover && coverPicture(source.valueAt(row, cover.column), cover.column),
  }
}

function fieldOf<C extends CardColumn>(
  source: CardSource<C>,
  row: number,
  shown: C,
  { columns, colourOf }: CardChoice<C>,
): CardField | undefined {
  const cell = source.cellAt(row, shown)
  if (cell.state === 'loading') return undefined
  const { id, title, column, display } = shown
  const { value, text, marks } = cell
  return { id, title, column, display, value, text, marks: marks.join(' '), colour: colourOf?.(columns.indexOf(shown)) }
}

/** A value about which a card says nothing. What was refused is shown whatever it is. */
function isEmpty({ display, value, text, marks }: CardField): boolean {
  if (marks.includes('refused')) return false
  if (display === 'checkbox') return !isTrue(value)
  if (display === 'rating') return value === null || Number(value) === 0
  return value === null || text.trim() === ''
}

/** The words of a card, for readers: its name and, with their titles, its fields. */
export function cardWords({ name, fields }: CardContent, unnamed: string): string {
  const texts = fields.map(({ title, text, display }) => (display === 'checkbox' ? title : `${title}: ${text}`))
  return [name === undefined || name.text.trim() === '' ? unnamed : name.text, ...texts].join(', ')
}

/** Whether a card that was drawn still shows what it should. */
export function sameContent(one: CardContent, other: CardContent): boolean {
  return (
    sameField(one.name, other.name) &&
    one.fields.length === other.fields.length &&
    one.fields.every((field, at) => sameField(field, other.fields[at])) &&
    samePicture(one.picture, other.picture)
  )
}

function sameField(one: CardField | undefined, other: CardField | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return (
    one.value === other.value &&
    one.text === other.text &&
    one.marks === other.marks &&
    one.colour === other.colour &&
    one.column === other.column &&
    one.display === other.display
  )
}

function samePicture(one: CoverPicture | undefined, other: CoverPicture | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return one.kind === other.kind && addressOf(one) === addressOf(other)
}

const addressOf = (picture: CoverPicture): string => (picture.kind === 'web' ? picture.url : picture.file.url)
