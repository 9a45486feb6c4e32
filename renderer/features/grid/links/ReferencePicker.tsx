import type { StoredValue } from '@common/columns/column-type'
import type { Table } from '@common/model'
import { messageOf } from '@renderer/api'
import type { EditorMove } from '@renderer/cells'
import { useTranslation } from '@renderer/i18n'
import { classes, Icon } from '@renderer/ui'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { GridModel } from '../grid-model'
import type { Row } from '../row-key'
import { recordLabel, type LinkColumn } from './linked'
import styles from './links.module.css'
import { useCandidates } from './use-candidates'

export interface ReferencePickerProps {
  readonly projectId: string
  readonly model: GridModel
  readonly column: LinkColumn
  readonly related: Table
  readonly label: string
  readonly isRequired: boolean
  readonly current: StoredValue
  readonly typed: string | undefined
  readonly onPick: (value: unknown, move: EditorMove) => void
  readonly onCancel: () => void
}

/** The record that a reference means, found by writing. */
export function ReferencePicker(props: ReferencePickerProps) {
  const { projectId, model, column, related, label, isRequired, current, typed, onPick, onCancel } = props
  const { t } = useTranslation()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [search, setSearch] = useState(typed ?? '')
  const [at, setAt] = useState(0)
  const found = useCandidates(projectId, column, related, search)
  const target = related.columns.find(({ name }) => name === column.link.relatedColumns[0])
  const records: readonly Row[] = found.data ?? []
  const mayEmpty = !isRequired && current !== null && search === ''
  const lines = records.length + (mayEmpty ? 1 : 0)
  const highlighted = Math.min(at, lines - 1)
  useEffect(() => {
    field.current?.focus()
  }, [])

  const pick = (index: number, move: EditorMove): void => {
    const record = records[mayEmpty ? index - 1 : index]
    if (record === undefined) return mayEmpty ? onPick(null, move) : undefined
    const value = record[target?.title ?? '']
    model.labels.remember(column, value, recordLabel(related, record, model.reader))
    onPick(value, move)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setAt(Math.min(lines - 1, highlighted + 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(0, highlighted - 1))
    else if (event.key === 'Escape') onCancel()
    else if (event.key === 'Enter') pick(highlighted, event.shiftKey ? 'up' : 'down')
    else if (event.key === 'Tab') onCancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const option = (index: number): object => ({
    id: `${listId}-${index}`,
    role: 'option',
    tabIndex: -1,
    className: classes(styles.option, index === highlighted && styles.highlighted),
    ref: (element: HTMLElement | null) => {
      if (element && index === highlighted) element.scrollIntoView({ block: 'nearest' })
    },
    onPointerMove: () => setAt(index),
    onPointerDown: (event: PointerEvent) => {
      event.preventDefault()
      pick(index, 'stay')
    },
  })
  return (
    <>
      <input
        ref={field}
        className={styles.search}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={lines > 0 ? `${listId}-${highlighted}` : undefined}
        aria-label={label}
        placeholder={t('grid.links.find', { table: related.title })}
        value={search}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div className={styles.options} id={listId} role="listbox" aria-label={related.title}>
        {mayEmpty && (
          <div {...option(0)} aria-selected={false}>
            <span className={styles.quiet}>{t('grid.links.none')}</span>
          </div>
        )}
        {records.map((record, index) => {
          const isCurrent = current !== null && String(record[target?.title ?? '']) === String(current)
          return (
            <div key={index} {...option(mayEmpty ? index + 1 : index)} aria-selected={isCurrent}>
              <span className={styles.name}>{recordLabel(related, record, model.reader)}</span>
              {isCurrent && <Icon name="check" size={14} />}
            </div>
          )
        })}
        {found.error && <p className={styles.problem}>{messageOf(found.error)}</p>}
        {!found.error && found.data?.length === 0 && <p className={styles.nothing}>{t('grid.links.notFound')}</p>}
      </div>
    </>
  )
}
