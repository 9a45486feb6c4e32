import type { ProjectListEntry } from '@common/operations/projects'
import { SummaryButton, useGridSummary } from '@renderer/features/grid'
import { UnsavedButton, useGridStatus, useUnsavedOf, type GridStatus } from '@renderer/features/records'
import { SessionHistory } from '@renderer/features/undo'
import { sentence, useTranslation } from '@renderer/i18n'
import { serverAddress, toast, useConnection, useShell } from '@renderer/stores'
import { classes, copyText, Icon } from '@renderer/ui'
import styles from './dashboard.module.css'

/** The status bar: record count, save state, selection, address of the API. */
export interface StatusBarProps {
  readonly project: ProjectListEntry
  readonly onOpenTable: (name: string) => void
}

export function StatusBar({ project, onOpenTable }: StatusBarProps) {
  const { t } = useTranslation()
  const status = useGridStatus((state) => state.status)
  const cells = useGridSummary((state) => state.summary?.cells)
  const isLost = useConnection((state) => state.isLost)
  const isUnsaved = useUnsavedOf(project.id).length > 0
  const address = serverAddress(useShell((state) => state.info))
  return (
    <footer className={styles.status} aria-label={t('grid.status.label')} data-region tabIndex={-1}>
      {status ? <Records status={status} /> : <span>{project.title}</span>}
      {status && !(isUnsaved && status.save === 'failed') && <SaveState status={status} />}
      <UnsavedButton projectId={project.id} onOpenTable={onOpenTable} />
      <SessionHistory projectId={project.id} />
      {status?.note !== undefined && <span className={styles.note}>{status.note}</span>}
      <span className={styles.spacer} />
      {cells !== undefined && <span className={styles.numbers}>{t('grid.summary.cells', { count: cells })}</span>}
      {cells === undefined && status?.selected && (
        <span className={styles.numbers}>
          {status.selected.columns === undefined
            ? t('grid.status.recordsSelected', { count: status.selected.rows })
            : t('grid.status.selected', { rows: status.selected.rows, columns: status.selected.columns })}
        </span>
      )}
      {status && <SummaryButton />}
      <button
        type="button"
        className={styles.address}
        onClick={() => {
          void copyText(`http://${address}/nc/${encodeURIComponent(project.id)}/api/v1`).then(() =>
            toast.success(sentence('grid.status.apiCopied')),
          )
        }}
      >
        <span className={classes(styles.dot, isLost && styles.lost)} />
        {t('grid.status.api', { address })}
      </button>
    </footer>
  )
}

function Records({ status: { shown: all, total } }: { readonly status: GridStatus }) {
  const { t } = useTranslation()
  const undated = useGridStatus((state) => state.undated)
  const shown = all === undefined ? undefined : Math.max(0, all - undated)
  const beside = undated > 0 && <> {t('grid.status.undated', { count: undated })}</>
  if (shown === undefined) return <span>{t('grid.status.counting')}</span>
  if (!Number.isFinite(shown)) return <span>{t('grid.status.many')}</span>
  if (total !== undefined && Number.isFinite(total))
    return (
      <span className={styles.numbers}>
        <b>{t('grid.status.number', { count: shown })}</b> {t('grid.status.of', { total })}
        {beside}
      </span>
    )
  return (
    <span className={styles.numbers}>
      <b>{t('grid.status.records', { count: shown })}</b>
      {beside}
    </span>
  )
}

function SaveState({ status: { save } }: { readonly status: GridStatus }) {
  const { t } = useTranslation()
  if (save === 'idle') return null
  return (
    <span className={classes(styles.save, save === 'failed' && styles.failed)}>
      {save === 'saved' && <Icon name="check" size={12} />}
      {save === 'failed' && <Icon name="warning" size={12} />}
      {t(save === 'saving' ? 'grid.status.saving' : save === 'saved' ? 'grid.status.saved' : 'grid.status.failed')}
    </span>
  )
}
