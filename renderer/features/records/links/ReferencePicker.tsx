import type { StoredValue } from '@common/columns/column-type'
import type { Table } from '@common/model'
import { messageOf } from '@renderer/api'
import type { EditorMove } from '@renderer/cells'
import { useTranslation } from '@renderer/i18n'
import { useState } from 'react'
import type { GridModel } from '../model/grid-model'
import type { Row } from '../rows/row-key'
import { createRecord } from './link-api'
import { recordLabel, type LinkColumn } from './linked'
import styles from './links.module.css'
import { newRecord } from './new-record'
import { neededServer } from '../unsaved/unreached'
import { OpenTableButton } from './OpenTableButton'
import { RecordSearch, type SearchLine } from './RecordSearch'
import { useCandidates } from './use-candidates'

export interface ReferencePickerProps {
  readonly projectId: string
  readonly model: GridModel
  readonly column: LinkColumn
  readonly related: Table
  readonly label: string
  readonly isRequired: boolean
  readonly mayCreate: boolean
  readonly current: StoredValue
  readonly typed: string | undefined
  readonly onPick: (value: unknown, move: EditorMove) => void
  /** Leaves with a text that a record is still to be found by; with none, as it was. */
  readonly onLeave: (text: string, move: EditorMove) => void
  readonly onCancel: () => void
}

/** The record that a reference means, found by writing. */
export function ReferencePicker(props: ReferencePickerProps) {
  const { projectId, model, column, related, label, isRequired, mayCreate, current, typed, onPick, onLeave, onCancel } =
    props
  const { t } = useTranslation()
  const [search, setSearch] = useState(typed ?? '')
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<unknown>()
  const found = useCandidates(projectId, column, related, search)
  const target = related.columns.find(({ name }) => name === column.link.relatedColumns[0])
  const nameOf = (record: Row): string => recordLabel(related, record, model.reader)

  const pick = (record: Row, move: EditorMove): void => {
    onPick(model.labels.learn(column, related, record), move)
  }
  const create = (values: Row, move: EditorMove): void => {
    if (working) return
    setWorking(true)
    setError(undefined)
    const tables = { projectId, own: model.table, related, pairs: undefined }
    neededServer(createRecord(tables, column, {}, values))
      .then((record) => pick(record, move), setError)
      .finally(() => setWorking(false))
  }
  const text = search.trim()
  const made = mayCreate ? newRecord(related, column, text, model.reader) : undefined
  const lines: SearchLine[] = [
    ...(!isRequired && current !== null && text === ''
      ? [{ key: 'none', name: t('grid.links.none'), isQuiet: true, onPick: (move: EditorMove) => onPick(null, move) }]
      : []),
    ...(found.data ?? []).map((record): SearchLine => {
      const value = String(record[target?.title ?? ''])
      const isCurrent = current !== null && value === String(current)
      return {
        key: value,
        name: nameOf(record),
        isCurrent,
        isRecord: true,
        icon: isCurrent ? 'check' : undefined,
        onPick: (move) => pick(record, move),
      }
    }),
    ...(made?.kind === 'values'
      ? [
          {
            key: 'new',
            name: t('grid.links.create', { name: text }),
            icon: 'plus' as const,
            onPick: (move: EditorMove) => create(made.values, move),
          },
        ]
      : []),
  ]
  const failure = error ?? found.error
  return (
    <>
      <div className={styles.head}>
        <h2 dir="auto">{label}</h2>
        <OpenTableButton table={related} />
      </div>
      <RecordSearch
        label={label}
        placeholder={t('grid.links.find', { table: related.title })}
        listLabel={related.title}
        text={search}
        onText={setSearch}
        lines={lines}
        isSettled={found.isSettled}
        onCancel={onCancel}
        onLeave={onLeave}
      />
      {!found.error && found.isSettled && lines.length === 0 && (
        <p className={styles.nothing}>{t('grid.links.notFound')}</p>
      )}
      {made?.kind === 'needs' && found.isSettled && found.data?.length === 0 && (
        <p className={styles.nothing}>{t('grid.links.needs', { table: related.title, columns: made.titles })}</p>
      )}
      {failure !== null && failure !== undefined && (
        <p className={styles.problem} role="alert">
          {messageOf(failure)}
        </p>
      )}
    </>
  )
}
