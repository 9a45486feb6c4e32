import type { Column } from '@common/model'
import { useOperation } from '@renderer/api'
import { RecordComments } from '../comments/RecordComments'
import { RecordHistory } from '../history/RecordHistory'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { placeByKey } from '@renderer/ui'
import type { GridModel } from '../model/grid-model'
import type { Row } from '../rows/row-key'
import type { GridSession } from '../session/session'
import { RecordLinks } from './RecordLinks'
import { useLinkedCount } from './use-linked-records'
import { isReference, ReferenceName } from './ReferenceName'
import styles from './record.module.css'

export type RecordTab = 'comments' | 'history' | 'links'

/** Display options of the panel for its record. */
export interface RecordView {
  readonly tab: RecordTab
  /** The only column whose history is shown. */
  readonly column?: string | undefined
}

export interface RecordAboutProps {
  readonly session: GridSession
  readonly model: GridModel
  readonly row: Row
  /** Key as in the path of the data API. */
  readonly rowId: string
  readonly shown: RecordView
  readonly onShow: (shown: RecordView) => void
  /** Changes after each write. */
  readonly version: string
  /** Number of history entries as text; undefined while loading. */
  readonly historyCount: string | undefined
  /** Restores an earlier value. */
  readonly onRestore: (column: Column, value: string | number | boolean | null) => Promise<void>
}

/** Tabs under the fields of a record, each with its count: comments, history, linked records. */
export function RecordAbout(props: RecordAboutProps) {
  const { session, model, row, rowId, shown, onShow, version, historyCount, onRestore } = props
  const { projectId, permissions } = session
  const { table } = model
  const { t } = useTranslation()
  const mayComment = permissions.has('row.comment')
  const comments = useOperation(
    'commentList',
    { table: table.name, rowId, limit: 50 },
    { projectId, silent: true, enabled: mayComment },
  )
  const linked = useLinkedCount({ projectId, own: table, row, version })
  const tabs: readonly { readonly id: RecordTab; readonly count: string | undefined }[] = [
    ...(mayComment ? [{ id: 'comments' as const, count: comments.data && formatNumber(comments.data.count) }] : []),
    ...(permissions.has('row.history') ? [{ id: 'history' as const, count: historyCount }] : []),
    { id: 'links' as const, count: linked },
  ]
  const tab = tabs.find(({ id }) => id === shown.tab)?.id ?? tabs[0]?.id ?? 'links'
  return (
    <>
      <div className={styles.tabs} role="tablist" aria-label={t('record.parts')}>
        {tabs.map(({ id, count }, at) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={id === tab}
            tabIndex={id === tab ? 0 : -1}
            onClick={() => onShow({ tab: id })}
            onKeyDown={(event) => {
              const next = tabs[placeByKey(event.key, at, tabs.length) ?? -1]
              if (!next) return
              event.preventDefault()
              onShow({ tab: next.id })
              const list = event.currentTarget.parentElement
              requestAnimationFrame(() => list?.querySelector<HTMLElement>('[aria-selected=true]')?.focus())
            }}
          >
            {t(`record.tabs.${id}`)}
            {count !== undefined && count !== '0' && <span className={styles.badge}>{count}</span>}
          </button>
        ))}
      </div>
      <div className={styles.part} role="tabpanel" aria-label={t(`record.tabs.${tab}`)}>
        {tab === 'comments' && <RecordComments key={rowId} projectId={projectId} table={table.name} rowId={rowId} />}
        {tab === 'history' && (
          <RecordHistory
            projectId={projectId}
            table={table}
            rowId={rowId}
            version={version}
            column={table.columns.find((column) => column.name === shown.column)}
            onColumn={(column) => onShow({ tab: 'history', column: column?.name })}
            mayRestore={(column) => session.columns.some(({ id, editable }) => id === column.name && editable)}
            onRestore={onRestore}
            linked={(column, value) =>
              isReference(model, column) && (
                <ReferenceName projectId={projectId} model={model} column={column} value={value} />
              )
            }
          />
        )}
        {tab === 'links' && <RecordLinks projectId={projectId} model={model} row={row} version={version} />}
      </div>
    </>
  )
}
