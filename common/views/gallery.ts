import type { Column, Table } from '@common/model'
import { z } from 'zod'
import { coverFits, firstCoverColumn, holdsCovers, type CoverFit } from './cover'
import type { ViewOptions, KindOptions } from './view'

const schema = z
  .strictObject({
    /** Column whose first picture becomes the cover of a card. */
    coverColumn: z.string().min(1).max(255),
    coverFit: z.enum(coverFits),
    /** Hides the covers, even if a column provides them. */
    hideCover: z.boolean(),
  })
  .partial()
export type GalleryOptions = z.infer<typeof schema>

/** A gallery shows each record as a card with a picture. */
export const galleryKind: KindOptions<typeof schema> = {
  schema,
  initial: (table): ViewOptions => {
    const column = firstCoverColumn(table.columns)
    return column === undefined ? {} : { coverColumn: column.name }
  },
}

/** Returns the columns that can provide covers. */
export const coverColumns = (table: Pick<Table, 'columns'>): readonly Column[] => table.columns.filter(holdsCovers)

/**
 * Returns the cover column of a view and the fit of its pictures; undefined without covers. A view without stored
 * options, or with a deleted column, uses the defaults of a new view.
 */
export function galleryCover(
  table: Pick<Table, 'columns'>,
  { coverColumn, coverFit = 'crop', hideCover = false }: GalleryOptions,
): { readonly column: Column; readonly fit: CoverFit } | undefined {
  if (hideCover) return undefined
  const column = coverColumns(table).find(({ name }) => name === coverColumn) ?? firstCoverColumn(table.columns)
  return column && { column, fit: coverFit }
}
