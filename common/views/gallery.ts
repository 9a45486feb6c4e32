import type { Column, Table } from '@common/model'
import { z } from 'zod'
import { coverFits, firstCoverColumn, holdsCovers, type CoverFit } from './cover'
import type { KindOptions } from './kind-options'
import type { ViewOptions } from './view'

const schema = z
  .strictObject({
    /** Whose first picture stands at the head of a card. */
    coverColumn: z.string().min(1).max(255),
    coverFit: z.enum(coverFits),
    /** Cards have no covers, whatever columns there are. */
    hideCover: z.boolean(),
  })
  .partial()
export type GalleryOptions = z.infer<typeof schema>

/** A gallery: every record is a card with a picture. */
export const galleryKind: KindOptions<typeof schema> = {
  schema,
  initial: (table): ViewOptions => {
    const column = firstCoverColumn(table.columns)
    return column === undefined ? {} : { coverColumn: column.name }
  },
}

/** Columns that a gallery can have its covers from. */
export const coverColumns = (table: Pick<Table, 'columns'>): readonly Column[] => table.columns.filter(holdsCovers)

/**
 * The column that the covers of a view are from, and how they are put into their place; undefined where cards have none.
 * A view about which nobody has said anything, or whose column has gone, has what a new one would have.
 */
export function galleryCover(
  table: Pick<Table, 'columns'>,
  { coverColumn, coverFit = 'crop', hideCover = false }: GalleryOptions,
): { readonly column: Column; readonly fit: CoverFit } | undefined {
  if (hideCover) return undefined
  const column = coverColumns(table).find(({ name }) => name === coverColumn) ?? firstCoverColumn(table.columns)
  return column && { column, fit: coverFit }
}
