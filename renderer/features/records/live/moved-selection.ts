import type { GridSelection } from '../painter/selection'

/** Returns the selection of the same records after inserts or deletes above: everything moves by as many lines. */
export function movedSelection(selection: GridSelection, places: number): GridSelection {
  const { active, range, others, rows } = selection
  const moved = <T extends { readonly row: number }>(place: T): T => ({
    ...place,
    row: Math.max(0, place.row + places),
  })
  return {
    active: active && moved(active),
    range: range && moved(range),
    ...(others && { others: others.map(moved) }),
    rows: rows.map(({ from, to }) => ({ from: Math.max(0, from + places), to: Math.max(0, to + places) })),
  }
}
