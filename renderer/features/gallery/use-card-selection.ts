import type { GridSession, GridSelection } from '@renderer/features/records'
import { useRef } from 'react'
import { movedRow, selectCard } from './card-keys'
import type { GalleryPlace } from './use-gallery-place'

/** Selection of cards by keyboard and pointer, and what happens to selected cards. */
export function useCardSelection(
  { model, select, actions }: GridSession,
  selection: GridSelection,
  { lanes, rows, scrollTo }: Pick<GalleryPlace, 'lanes' | 'rows' | 'scrollTo'>,
) {
  /** The anchor of a selection of several cards; the current position while nothing is selected. */
  const anchor = useRef(0)
  const active = selection.active?.row

  const isTicked = (row: number): boolean => selection.rows.some(({ from, to }) => row >= from && row < to)
  const choose = (row: number, how: Parameters<typeof selectCard>[2]): void => {
    const wasAlone = selection.rows.length === 0 && active !== undefined && active !== row
    // The first Ctrl+click adds to the card selected before.
    const before = how === 'more' && wasAlone ? { rows: [{ from: active, to: active + 1 }] } : selection
    if (typeof how !== 'object') anchor.current = row
    select(selectCard(before, row, how))
  }
  const move = (by: number, extends_: boolean): void => {
    if (rows === 0) return
    const from = active ?? Math.min(anchor.current, rows - 1)
    const row =
      active === undefined && Math.abs(by) !== Infinity ? Math.max(from, 0) : movedRow(from, by, lanes.count, rows)
    choose(row, extends_ ? { from: anchor.current } : 'only')
    scrollTo({ row })
  }
  const remove = (): void => {
    if (selection.rows.length > 0) return actions.remove(selection.rows)
    if (active === undefined || active >= model.rowCount) return
    anchor.current = active
    if (model.isDraft(active)) model.discardDraft(active)
    else actions.remove([{ from: active, to: active + 1 }])
  }
  const escape = (): void => {
    if (active !== undefined && model.mayEscape(active)) {
      model.discardDraft(active)
      if (active > 0) choose(active - 1, 'only')
    } else if (selection.rows.length > 0 && active !== undefined) choose(active, 'only')
  }
  const chooseAll = (): void => {
    if (model.rowCount > 0)
      select({ ...selectCard(selection, active ?? 0, 'only'), rows: [{ from: 0, to: model.rowCount }] })
  }
  /** Extends the selection from its anchor to a card. */
  const chooseTo = (row: number): void => choose(row, { from: anchor.current })
  return { active, isTicked, choose, chooseTo, chooseAll, move, remove, escape }
}
