import type { Table } from '@common/model'
import { linkTitle } from '@common/views/link-title'
import { messageOf } from '@renderer/api'
import { useTable } from '@renderer/features/tables'
import { serverText, useTranslation } from '@renderer/i18n'
import { Button, IconButton } from '@renderer/ui'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { GridModel } from '../model/grid-model'
import type { Row } from '../rows/row-key'
import { listedMax, pairNeeds, unlinkProblem, type LinkTables } from './link-api'
import { linkedRows, recordLabel, takesRecords, wayBack, type LinkColumn } from './linked'
import styles from './links.module.css'
import { newRecord } from './new-record'
import { openTable, OpenTableButton } from './OpenTableButton'
import { RecordSearch, type SearchLine } from './RecordSearch'
import { usePanelLinks } from './use-panel-links'

export interface LinkedPanelProps {
  readonly projectId: string
  readonly model: GridModel
  readonly column: LinkColumn
  readonly row: Row
  readonly related: Table
  readonly typed: string | undefined
  readonly mayChange: boolean
  readonly mayCreate: boolean
  readonly onClose: () => void
}

/** The records linked to a row, with a search field that adds others and buttons that remove them. */
export function LinkedPanel(props: LinkedPanelProps) {
  const { projectId, model, column, row, related, typed, mayChange, mayCreate, onClose } = props
  const { t } = useTranslation()
  const own = model.table
  const title = linkTitle(column, own)
  const pairs = useTable(projectId, column.link.through?.table ?? own.name).value
  const [search, setSearch] = useState(typed ?? '')
  const text = search.trim()
  const panel = useRef<HTMLDivElement>(null)
  const canChange = mayChange && takesRecords(column, own) && (column.link.through === undefined || Boolean(pairs))
  const tables: LinkTables = { projectId, own, related, pairs: column.link.through ? (pairs ?? undefined) : undefined }
  const needs = pairNeeds(tables, column)
  const canAdd = canChange && needs.length === 0
  const onDone = (): void => setSearch('')
  const links = usePanelLinks({ tables, model, column, row, search, canAdd, onDone })
  const { linked, found, isKnown, records, offered, keyOf, nameOf, create, give, isOffline, failure } = links
  const stays = unlinkProblem(tables, column)
  useEffect(() => {
    // Without a search field, the panel itself handles the keys.
    if (!canAdd) panel.current?.focus()
  }, [canAdd])
  useEffect(() => {
    // The button that unlinked a record is gone, and the focus with it.
    if (document.activeElement === document.body) (panel.current?.querySelector('input') ?? panel.current)?.focus()
  }, [linked.data, records.length])
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    onClose()
    event.preventDefault()
    event.stopPropagation()
  }

  const back = column.link.kind === 'hasMany' ? wayBack(related, column) : undefined
  const made = mayCreate && isKnown ? newRecord(related, column, text, model.reader) : undefined
  const lines: SearchLine[] = offered.map((record) => {
    const owners = back ? linkedRows(record, back) : []
    return {
      key: keyOf(record),
      name: nameOf(record),
      hint: owners[0] && recordLabel(own, owners[0], model.reader),
      icon: 'plus',
      isRecord: true,
      onPick: () => give(record, 'linked', owners),
    }
  })
  if (made?.kind === 'values')
    lines.push({
      key: 'new',
      name: t('grid.links.create', { name: text }),
      icon: 'plus',
      onPick: () => create(made.values),
    })

  return (
    <div ref={panel} className={styles.panel} onKeyDown={press} role="group" aria-label={title} tabIndex={-1}>
      <div className={styles.head}>
        <h2 dir="auto">{title}</h2>
        <OpenTableButton table={related} />
        <IconButton icon="close" size="xs" label={t('grid.links.close')} onClick={onClose} />
      </div>
      {column.problem !== undefined && (
        <p className={styles.problem}>{serverText(column.problemText, column.problem)}</p>
      )}
      {records.length > 0 && (
        <ul className={styles.linked} aria-label={t('grid.links.linked')}>
          {records.map((record) => (
            <li key={keyOf(record)}>
              <span className={styles.name} dir="auto">
                {nameOf(record)}
              </span>
              {canChange && (
                <IconButton
                  icon="close"
                  size="xs"
                  label={stays ? t(`grid.links.stays.${stays}`) : t('grid.links.unlink', { record: nameOf(record) })}
                  disabled={stays !== undefined}
                  onClick={() => give(record, 'unlinked')}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {model.links.waitsAt(row, { name: column.id }) && <p className={styles.nothing}>{t('grid.queue.waits')}</p>}
      {isOffline && canAdd && <p className={styles.nothing}>{t('grid.links.offline')}</p>}
      {isKnown && records.length === 0 && (
        <p className={styles.nothing}>{t('grid.links.nothing', { table: related.title })}</p>
      )}
      {records.length >= listedMax && <p className={styles.nothing}>{t('grid.links.first', { count: listedMax })}</p>}
      {canChange && needs.length > 0 && pairs && (
        <div className={styles.elsewhere}>
          <p>{t('grid.links.pairNeeds', { table: pairs.title, columns: needs })}</p>
          <Button size="sm" onClick={() => openTable(pairs)}>
            {t('grid.links.open', { table: pairs.title })}
          </Button>
        </div>
      )}
      {canAdd && (
        <>
          <RecordSearch
            label={t('grid.links.find', { table: related.title })}
            placeholder={t('grid.links.find', { table: related.title })}
            listLabel={t('grid.links.offered')}
            text={search}
            onText={setSearch}
            lines={lines}
            isSettled={found.isSettled && isKnown}
            onCancel={onClose}
          />
          {found.isSettled && found.data && linked.data && lines.length === 0 && (
            <p className={styles.nothing}>
              {t(text === '' || found.data.length > 0 ? 'grid.links.allLinked' : 'grid.links.notFound')}
            </p>
          )}
          {made?.kind === 'needs' && (found.data || isOffline) && found.isSettled && offered.length === 0 && (
            <p className={styles.nothing}>{t('grid.links.needs', { table: related.title, columns: made.titles })}</p>
          )}
        </>
      )}
      {failure !== null && failure !== undefined && (
        <p className={styles.problem} role="alert">
          {messageOf(failure)}
        </p>
      )}
    </div>
  )
}
