import type { UiType } from '@common/columns/ui-types'

/** Meaning of a spreadsheet's number: a day, a time, both, or a duration. */
export type SerialKind = 'date' | 'time' | 'dateTime' | 'duration'

/** Typed value of a copied cell, as given by its source beside the shown text. */
export type ClipValue =
  | { readonly kind: 'text' }
  /** @property percent  shown as a percentage: 0.125 reads 12.5 % */
  | { readonly kind: 'number'; readonly number: number; readonly percent?: true }
  | { readonly kind: 'boolean'; readonly is: boolean }
  /** Days since 30 December 1899, as spreadsheets count. */
  | { readonly kind: 'serial'; readonly serial: number; readonly as: SerialKind }
  /** A date as text, with the order of its parts known from its format. */
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

/** The column of a copied block, if the source describes it. */
export interface ClipColumn {
  readonly title: string
  readonly uiType: UiType
}

/** A copied block of cells, ready to paste into columns. */
export interface ClipBlock {
  /** As wide as its widest row; rows of text may be shorter. */
  readonly cells: readonly (readonly ClipCell[])[]
  /** Set by Basalt alone. */
  readonly columns?: readonly ClipColumn[]
  /** Id of the copy, so that pasting this very block completes a cut. Set by Basalt alone. */
  readonly copy?: string
}

/** Returns a block of texts without typed values. */
export function textBlock(cells: readonly (readonly string[])[]): ClipBlock {
  return { cells: cells.map((row) => row.map((text) => ({ text }))) }
}

/** Returns the number of cells of the widest row. */
export function blockWidth({ cells }: ClipBlock): number {
  return cells.reduce((widest, row) => Math.max(widest, row.length), 0)
}
