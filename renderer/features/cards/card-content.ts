import type { CellDisplay, StoredValue } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { Column, OptionColor } from '@common/model'
import { coverPicture, type CoverFit, type CoverPicture } from '@common/views/cover'
import { isTrue } from '@renderer/cells'

/** The properties of a column that a card uses. The grid's `DataGridColumn` has them. */
export interface CardColumn {
  readonly id: string
  readonly title: string
  readonly column: Column
  readonly display: CellDisplay
}

/** The properties of a cell that a card uses. `DataGridCell` has them. */
export type CardCell =
  | { readonly state: 'loading' }
  | {
      readonly state: 'ready'
      readonly value: StoredValue
      readonly text: string
      readonly marks: readonly string[]
    }

/** The source of card values. `GridModel` implements it. */
export interface CardSource<C extends CardColumn = CardColumn> {
  readonly cellAt: (row: number, column: C) => CardCell
  readonly valueAt: (row: number, column: Column) => StoredValue | undefined
  /** How the record differs from the database, if a commit is to write it. */
  readonly stagedAt?: (row: number) => 'new' | 'changed' | 'deleted' | undefined
}

/** The source of the covers. The column may be hidden. */
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
  /** Background colour set by a rule of the view. */
  readonly colour: OptionColor | undefined
}

/** The content of a record's card. */
export interface CardContent {
  /** Undefined while the record is on its way. */
  readonly name: CardField | undefined
  /** Fields that have a value. */
  readonly fields: readonly CardField[]
  readonly picture: CoverPicture | undefined
}

export interface CardChoice<C extends CardColumn> {
  /** As the view shows them: the record's name first. */
  readonly columns: readonly C[]
  readonly cover?: CardCover | undefined
  /** Maximum number of fields, without the name. */
  readonly fieldsMax?: number | undefined
  readonly colourOf?: ((column: number) => OptionColor | undefined) | undefined
  /** True to show dates and people in a separate line, even if other fields precede them. */
  readonly hasFoot?: boolean | undefined
}

/** Number of fields without the name (visual reference §10). */
export const cardFieldsMax = 5

/**
 * Returns the columns of a card without the name: the first ones of the view. Excludes the cover's column and generated
 * numbers.
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

/** True for a value that says nothing without the title of its field: a tick, or a number without a unit. */
export const needsTitle = ({ column, display }: Pick<CardColumn, 'column' | 'display'>): boolean =>
  display === 'checkbox' || (display === 'number' && columnType(column.uiType).unit === 'none')

/** Returns the content of a row's card. */
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

/** True for a value that a card omits. Rejected values are always shown. */
function isEmpty({ display, value, text, marks }: CardField): boolean {
  if (marks.includes('refused')) return false
  if (display === 'checkbox') return !isTrue(value)
  if (display === 'rating') return value === null || Number(value) === 0
  return value === null || text.trim() === ''
}

/** Returns a card's text for screen readers: its name, and its fields with their titles. */
export function cardWords({ name, fields }: CardContent, unnamed: string): string {
  const texts = fields.map(({ title, text, display }) => (display === 'checkbox' ? title : `${title}: ${text}`))
  return [name === undefined || name.text.trim() === '' ? unnamed : name.text, ...texts].join(', ')
}

/** True if a rendered card is still up to date. */
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
