import { sentenceText, useDirection, useTranslation } from '@renderer/i18n'
import { Icon, startInWindow, startOf, type Bounds } from '@renderer/ui'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { GridSession } from '@renderer/features/records/session/session'
import { useSessionState } from '@renderer/features/records/session/session-store'
import styles from '@renderer/features/records/frame/grid.module.css'

/**
 * Note under the active cell if the server rejected its value or can't compute it. Shows the reason and restores the
 * old value.
 */
export function RefusalNote({ session }: { readonly session: GridSession }) {
  const { model, columns, boundsOf } = session
  const cell = useSessionState(session, (state) => state.selection.active)
  const { t } = useTranslation()
  const column = cell && columns[cell.column]
  const refused = column && model.refusedAt(cell.row, column.column)
  const problem = column?.computed?.problem
  const isShown = refused !== undefined || (problem !== undefined && cell !== undefined && cell.row < model.rowCount)
  const scrolled = useSessionState(session, (state) => (isShown ? state.scrolled : 0))
  const direction = useDirection()
  const [bounds, setBounds] = useState<Bounds>()
  useLayoutEffect(
    () => setBounds(cell && isShown ? boundsOf(cell) : undefined),
    [cell, isShown, boundsOf, scrolled, direction],
  )
  if (!cell || !column || !isShown || !bounds) return null
  const value = model.textOf(model.valueAt(cell.row, column.column) ?? null, column.column)
  const sentence = !refused
    ? problem
    : value === ''
      ? t('grid.refusedEmpty', { reason: sentenceText(refused.message) })
      : t('grid.refused', { reason: sentenceText(refused.message), value })
  const place = {
    insetInlineStart: startInWindow(startOf(bounds), 340),
    top: bounds.y + bounds.height + 1,
    minWidth: Math.min(bounds.width, 340),
  }
  return createPortal(
    <p className={styles.refusal} style={place} role="alert">
      <Icon name="warning" size={14} />
      {sentence}
    </p>,
    document.getElementById('portal') ?? document.body,
  )
}
