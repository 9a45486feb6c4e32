import type { TableView } from '@renderer/features/views'
import { orderWith } from './grid-columns'

/** Positions a new column beside another one. It appears there as soon as the table has it. */
export function placeColumn(
  { table, settings, change }: TableView,
  added: string,
  place: { readonly beside: string; readonly side: 'left' | 'right' },
): void {
  change({ order: orderWith(table, settings.order, added, place) }, { quiet: true })
}
