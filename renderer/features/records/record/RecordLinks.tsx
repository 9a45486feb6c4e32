import { messageOf } from '@renderer/api'
import { useTable } from '@renderer/features/tables'
import { useTranslation } from '@renderer/i18n'
import { EmptyState, ErrorBanner, Icon, Skeleton } from '@renderer/ui'
import type { GridModel } from '../model/grid-model'
import { listedMax } from '../links/link-api'
import { recordLabel, type LinkColumn } from '../links/linked'
import type { Row } from '../rows/row-key'
import { openRecord } from './record-address'
import { followedLinks, useLinkedRecords } from './use-linked-records'
import styles from './record.module.css'

export interface RecordLinksProps {
  readonly projectId: string
  readonly model: GridModel
  readonly row: Row
  readonly version: string
}

/** Shows all linked records of a record. Each opens in its own table. */
export function RecordLinks({ projectId, model, row, version }: RecordLinksProps) {
  const { t } = useTranslation()
  const links = followedLinks(model.table)
  if (links.length === 0) return <EmptyState title={t('record.links.none.title')} text={t('record.links.none.text')} />
  return (
    <div className={styles.links}>
      {links.map((column) => (
        <LinkGroup key={column.id} projectId={projectId} model={model} row={row} version={version} column={column} />
      ))}
    </div>
  )
}

function LinkGroup({ projectId, model, row, version, column }: RecordLinksProps & { readonly column: LinkColumn }) {
  const { t } = useTranslation()
  const own = model.table
  const related = useTable(projectId, column.link.relatedTable).value
  const linked = useLinkedRecords({ projectId, own, row, version }, column)
  const records = linked.data ?? []
  return (
    <section aria-label={column.title} className={styles.group}>
      <h3>
        <Icon name="link" size={14} />
        <span dir="auto">{column.title}</span>
        <span className={styles.count}>
          {linked.data && (records.length >= listedMax ? `${listedMax}+` : records.length)}
        </span>
      </h3>
      {linked.error && <ErrorBanner title={messageOf(linked.error)} />}
      {(linked.isPending || !related) && !linked.error && <Skeleton width="60%" />}
      {related && linked.data?.length === 0 && <p className={styles.hint}>{t('record.links.empty')}</p>}
      {related && (
        <ul className={styles.records}>
          {records.map((record, at) => (
            <li key={at}>
              <button type="button" dir="auto" onClick={() => openRecord(related, record)}>
                {recordLabel(related, record, model.reader)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
