import type { ClipColumn } from './block'

/**
 * What Basalt writes beside the texts of its own table: the exact values of the cells with the types of their columns, so
 * that a copy within Basalt loses nothing. It is an attribute of the table, which survives the clipboard of every system.
 */
export const markerAttribute = 'data-basalt-block'

export interface ClipMarker {
  readonly columns: readonly ClipColumn[]
  /** JSON values, row by row. */
  readonly rows: readonly (readonly unknown[])[]
  /** Names this copy. */
  readonly copy: string
  /** The first line of the table has the names of the columns. */
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
