import type { ClipColumn } from './block'

/**
 * HTML attribute with the exact values and column types of a copied block, beside its texts, so that a copy within
 * Basalt loses nothing. As an attribute of the table, it survives the clipboard of every system.
 */
export const markerAttribute = 'data-basalt-block'

export interface ClipMarker {
  readonly columns: readonly ClipColumn[]
  /** JSON values, row by row. */
  readonly rows: readonly (readonly unknown[])[]
  /** Names this copy. */
  readonly copy: string
  /** True if the first row holds the column names. */
  readonly header: boolean
}

export function markerText({ columns, rows, copy, header }: ClipMarker): string {
  return JSON.stringify({
    columns: columns.map(({ title, uiType }) => [title, uiType]),
    copy,
    ...(header && { header }),
    rows,
  })
}
