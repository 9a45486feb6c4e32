import { useTranslation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Bounds, CellPosition, DataGridColumn } from '@renderer/features/records/painter/data-grid'
import styles from '@renderer/features/records/frame/grid.module.css'
import { linkAddress, openLink } from './use-cell-keys'

/** The painter says where it is before it has gone where it should: what it says this long is not remembered. */
const settlesAfterMs = 250

export interface Appearance {
  /** Grows each time the tab comes to the front. */
  readonly count: number
  /** The cell that was first on the screen. */
  readonly place: CellPosition
  readonly remember: (place: CellPosition) => void
}

/**
 * How a tab comes back. A hidden tab keeps its state, but the painter's effects end with its first hiding and
 * its place is lost: it is made anew each time and sent to where it was.
 */
export function useAppearance(): Appearance {
  const [count, setCount] = useState(0)
  const wasHidden = useRef(false)
  const place = useRef<CellPosition>({ column: 0, row: 0 })
  const isSettled = useRef(false)
  useLayoutEffect(() => {
    if (wasHidden.current) setCount((before) => before + 1)
    const timer = setTimeout(() => {
      isSettled.current = true
    }, settlesAfterMs)
    return () => {
      clearTimeout(timer)
      wasHidden.current = true
      isSettled.current = false
    }
  }, [])
  const remember = useCallback((next: CellPosition) => {
    if (isSettled.current) place.current = next
  }, [])
  return { count, place: place.current, remember }
}

/** Opens what a link cell holds; undefined when it is no address. */
export function linkCommand(
  cellAt: (row: number, column: DataGridColumn) => { readonly state: string; readonly text?: string },
  column: DataGridColumn | undefined,
  row: number,
): (() => void) | undefined {
  if (column?.display !== 'link' && column?.display !== 'button') return undefined
  const text = cellAt(row, column).text ?? ''
  return linkAddress(text, column) === undefined ? undefined : () => void openLink(text, column)
}

/** Head behind the last column. */
export function AddColumn({ onAdd }: { readonly onAdd: (at: Bounds) => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.addColumn}>
      <IconButton
        icon="plus"
        size="xs"
        label={t('grid.addColumn')}
        onClick={(event) => onAdd(event.currentTarget.getBoundingClientRect())}
      />
    </div>
  )
}
