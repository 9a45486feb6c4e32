import { useTranslation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui'
import type { Bounds } from '@renderer/ui'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { CellPosition, DataGridColumn } from '@renderer/features/records/painter/data-grid'
import styles from '@renderer/features/records/frame/grid.module.css'
import { linkAddress, openLink } from './use-cell-keys'

/** The painter reports a position before it has scrolled to its target. Positions within this time aren't saved. */
const settlesAfterMs = 250

export interface Appearance {
  /** Increments each time the tab becomes visible. */
  readonly count: number
  /** The cell that was first on the screen. */
  readonly place: CellPosition
  readonly remember: (place: CellPosition) => void
}

/**
 * Restores the grid of a hidden tab. The tab keeps its state, but hiding ends the painter's effects and loses its
 * position. So each time the painter mounts again and scrolls to its last position.
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

/** Opens the address of a link cell; undefined if it has none. */
export function linkCommand(
  cellAt: (row: number, column: DataGridColumn) => { readonly state: string; readonly text?: string },
  column: DataGridColumn | undefined,
  row: number,
): (() => void) | undefined {
  if (column?.display !== 'link' && column?.display !== 'button') return undefined
  const text = cellAt(row, column).text ?? ''
  return linkAddress(text, column) === undefined ? undefined : () => void openLink(text, column)
}

/** Header after the last column. */
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
