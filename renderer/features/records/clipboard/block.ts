import type { UiType } from '@common/columns/ui-types'

/** How a spreadsheet shows a number that stands for a day, a time or a length of time. */
export type SerialKind = 'date' | 'time' | 'dateTime' | 'duration'

/** What the source of a copied cell said of its value, beside the text that it showed. */
export type ClipValue =
  | { readonly kind: 'text' }
  /** @property percent  shown as a share of a hundred: 0.125 reads 12.5 % */
  | { readonly kind: 'number'; readonly number: number; readonly percent?: true }
  | { readonly kind: 'boolean'; readonly is: boolean }
  /** Days since 30 December 1899, as spreadsheets count. */
  | { readonly kind: 'serial'; readonly serial: number; readonly as: SerialKind }
  /** A date as text whose order is known from its format. */
  | {
      readonly kind: 'written'
      readonly as: SerialKind
      readonly order?: 'dayMonthYear' | 'monthDayYear' | undefined
      readonly locale?: string | undefined
    }
  /** A cell of Basalt: the JSON value that its column holds. */
  | { readonly kind: 'exact'; readonly json: unknown; readonly uiType: UiType }

/** One cell of the clipboard. */
export interface ClipCell {
  readonly text: string
  readonly value?: ClipValue | undefined
}

/** What a column of a copied block was, where the source says so. */
export interface ClipColumn {
  readonly title: string
  readonly uiType: UiType
}

/** A block of cells that was copied somewhere, ready to be taken into columns. */
export interface ClipBlock {
  /** As wide as its widest row; rows of text may be shorter. */
  readonly cells: readonly (readonly ClipCell[])[]
  /** Of Basalt alone. */
  readonly columns?: readonly ClipColumn[]
  /** Names the copy, so that cutting is finished by pasting that very block. Of Basalt alone. */
  readonly copy?: string
}

/** Texts as a block whose values say nothing of themselves. */
export function textBlock(cells: readonly (readonly string[])[]): ClipBlock {
  return { cells: cells.map((row) => row.map((text) => ({ text }))) }
}

/** Cells of the widest row. */
export function blockWidth({ cells }: ClipBlock): number {
  return cells.reduce((widest, row) => Math.max(widest, row.length), 0)
}
