import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import { useRef, useState } from 'react'
import type { DataGridColumn } from '../painter/data-grid'
import { gridColumns } from '../columns/grid-columns'
import type { GridModel } from '../model/grid-model'
import type { GridSession } from '../session/session'
import { RecordField } from './RecordField'
import styles from './record.module.css'

export interface RecordFieldsProps {
  readonly session: GridSession
  readonly model: GridModel
  readonly row: number
  readonly title: string
  readonly subtitle: string
  readonly onLink: (column: DataGridColumn, field: HTMLElement, typed?: string) => void
}

/**
 * Shows the name of a record and its fields, in the order of the view. Users can unfold the fields that the view hides.
 */
export function RecordFields({ session, model, row, title, subtitle, onLink }: RecordFieldsProps) {
  const { t } = useTranslation()
  const { settings, readOnly, notes } = session
  const [unfolded, setUnfolded] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { widths, order, sorts } = settings
  const all = gridColumns(model.table, { widths, order, sorts, hidden: [] }, readOnly !== undefined)
  const name = all.find(({ column }) => column.primaryValue)
  const others = all.filter((column) => column !== name)
  const hiddenIds = new Set(settings.hidden)
  const hidden = others.filter(({ id }) => hiddenIds.has(id))
  const visible = others.filter(({ id }) => !hiddenIds.has(id))

  const move = (from: HTMLElement, by: 1 | -1): void => {
    // Waits for the next frame, because an editor that has just closed restores the focus first.
    requestAnimationFrame(() => {
      const fields = [...(list.current?.querySelectorAll<HTMLElement>('[data-field-value]') ?? [])]
      const at = fields.findIndex((field) => field.dataset['column'] === from.dataset['column'])
      const next = fields[at + by] ?? fields[at]
      next?.focus()
      next?.scrollIntoView({ block: 'nearest' })
    })
  }
  const field = (column: DataGridColumn, isName = false) => (
    <RecordField
      key={column.id}
      model={model}
      row={row}
      column={column}
      isName={isName}
      {...(isName && { placeholder: title })}
      mayLink={readOnly === undefined}
      onLink={onLink}
      onMove={move}
      onExplain={notes.explain}
    />
  )
  return (
    <div ref={list}>
      <div className={styles.head}>
        {name && (name.editable || name.link) ? (
          <>
            <h2 className={styles.hiddenTitle}>{title}</h2>
            {field(name, true)}
          </>
        ) : (
          <h2 className={styles.title} dir="auto">
            {title}
          </h2>
        )}
        <p className={styles.subtitle}>{subtitle}</p>
      </div>
      <div className={styles.fields}>
        {visible.map((column) => field(column))}
        {hidden.length > 0 && (
          <Button
            kind="quiet"
            size="sm"
            icon={unfolded ? 'chevronUp' : 'chevronDown'}
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {t(unfolded ? 'record.foldHidden' : 'record.showHidden', { count: hidden.length })}
          </Button>
        )}
        {unfolded && hidden.map((column) => field(column))}
      </div>
    </div>
  )
}
