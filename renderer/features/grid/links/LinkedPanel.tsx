import type { Table } from '@common/model'
import { messageOf } from '@renderer/api'
import { useTable } from '@renderer/features/tables'
import { useTranslation } from '@renderer/i18n'
import { Icon, IconButton } from '@renderer/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { GridModel } from '../grid-model'
import { keyColumns, type Row } from '../row-key'
import { linkedRecords, linkRecord, listedMax, unlinkProblem, unlinkRecord, type LinkTables } from './link-api'
import { recordLabel, type LinkColumn } from './linked'
import styles from './links.module.css'
import { useCandidates } from './use-candidates'

export interface LinkedPanelProps {
  readonly projectId: string
  readonly model: GridModel
  readonly column: LinkColumn
  readonly row: Row
  readonly related: Table
  readonly mayChange: boolean
  readonly onClose: () => void
}

/** The records linked to a row; others are found by writing and added, those that are there taken away. */
export function LinkedPanel({ projectId, model, column, row, related, mayChange, onClose }: LinkedPanelProps) {
  const { t } = useTranslation()
  const own = model.table
  const pairs = useTable(projectId, column.link.through?.table ?? own.name).value
  const [search, setSearch] = useState('')
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<unknown>()
  const panel = useRef<HTMLDivElement>(null)
  const linked = useQuery({
    queryKey: ['linkedRecords', projectId, column.id, keyColumns(own).map(({ title }) => row[title])],
    queryFn: ({ signal }) => linkedRecords({ projectId, own }, column, row, signal),
    gcTime: 0,
  })
  const records: readonly Row[] = linked.data ?? []
  const keyOf = (record: Row): string => JSON.stringify(keyColumns(related).map(({ title }) => record[title]))
  const isLinked = new Set(records.map(keyOf))
  const canChange = mayChange && column.problem === undefined && column.link.kind !== 'belongsTo'
  const found = useCandidates(projectId, column, related, search, canChange)
  const offered = (found.data ?? []).filter((record) => !isLinked.has(keyOf(record)))
  const tables: LinkTables = { projectId, own, related, pairs: column.link.through ? (pairs ?? undefined) : undefined }
  const stays = unlinkProblem(tables, column)

  const change = (action: typeof linkRecord, record: Row): void => {
    if (working) return
    setWorking(true)
    setError(undefined)
    model
      .saving(() => action(tables, column, row, record))
      .then(
        () => Promise.all([linked.refetch(), model.readAgain(row)]),
        (reason: unknown) => setError(reason),
      )
      .finally(() => setWorking(false))
  }
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [canChange, linked.isPending])
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      const [first] = offered
      if (first && search.trim() !== '') change(linkRecord, first)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const nameOf = (record: Row): string => recordLabel(related, record, model.reader)
  const failure = error ?? linked.error ?? found.error

  return (
    <div ref={panel} className={styles.panel} onKeyDown={press} role="group" aria-label={column.title} tabIndex={-1}>
      <div className={styles.head}>
        <h2>{column.title}</h2>
        <IconButton icon="close" size="xs" label={t('grid.links.close')} onClick={onClose} />
      </div>
      {column.problem !== undefined && <p className={styles.problem}>{column.problem}</p>}
      {records.length > 0 && (
        <ul className={styles.linked} aria-label={t('grid.links.linked')}>
          {records.map((record) => (
            <li key={keyOf(record)}>
              <span className={styles.name}>{nameOf(record)}</span>
              {canChange && (
                <IconButton
                  icon="close"
                  size="xs"
                  label={stays ? t(`grid.links.stays.${stays}`) : t('grid.links.unlink', { record: nameOf(record) })}
                  disabled={working || stays !== undefined}
                  onClick={() => change(unlinkRecord, record)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {linked.data?.length === 0 && (
        <p className={styles.nothing}>{t('grid.links.nothing', { table: related.title })}</p>
      )}
      {records.length >= listedMax && <p className={styles.nothing}>{t('grid.links.first', { count: listedMax })}</p>}
      {canChange && (
        <>
          <input
            className={styles.search}
            aria-label={t('grid.links.find', { table: related.title })}
            placeholder={t('grid.links.find', { table: related.title })}
            value={search}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <ul className={styles.options} aria-label={t('grid.links.offered')}>
            {offered.map((record) => (
              <li key={keyOf(record)}>
                <button
                  type="button"
                  className={styles.option}
                  disabled={working}
                  onClick={() => change(linkRecord, record)}
                >
                  <span className={styles.name}>{nameOf(record)}</span>
                  <Icon name="plus" size={14} />
                </button>
              </li>
            ))}
          </ul>
          {found.data && offered.length === 0 && <p className={styles.nothing}>{t('grid.links.notFound')}</p>}
        </>
      )}
      {failure !== null && failure !== undefined && <p className={styles.problem}>{messageOf(failure)}</p>}
    </div>
  )
}
