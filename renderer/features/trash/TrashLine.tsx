import type { ListedTrashEntry } from '@common/operations/trash'
import { formatDate, formatRelativeTime, localeTag, useTranslation } from '@renderer/i18n'
import { Button, Icon, IconButton, type IconName } from '@renderer/ui'
import styles from './trash.module.css'
import { titleOf } from './trash-words'

export interface TrashLineProps {
  readonly entry: ListedTrashEntry
  readonly isWorking: boolean
  readonly isBusy: boolean
  readonly onRestore: () => void
  readonly onDelete: () => void
}

const icons: Readonly<Record<ListedTrashEntry['kind'], IconName>> = {
  rows: 'rowHeight',
  column: 'singleText',
  table: 'table',
}

/** A deleted item: what, where, by whom, and until when it can be restored. */
export function TrashLine({ entry, isWorking, isBusy, onRestore, onDelete }: TrashLineProps) {
  const { t } = useTranslation()
  const { kind, count, user, when, until, tableTitle } = entry
  const title = titleOf(entry)
  return (
    <div className={styles.line} role="row">
      <div className={styles.name} role="cell">
        <Icon name={icons[kind]} size={14} />
        {(kind !== 'rows' || count === 1) && <span className={styles.kind}>{t(`trash.kind.${kind}`)}</span>}
        <span className={styles.cut} title={title} dir="auto">
          {title}
        </span>
      </div>
      <div className={styles.cut} role="cell" dir="auto">
        {kind === 'table' ? '' : tableTitle}
      </div>
      <div className={styles.cut} role="cell" dir="auto">
        {user ?? t('trash.somebody')}
      </div>
      <div className={styles.cut} role="cell" title={new Date(when).toLocaleString(localeTag())}>
        {formatRelativeTime(when)}
      </div>
      <div className={styles.cut} role="cell">
        {formatDate(new Date(until))}
      </div>
      <div className={styles.actions} role="cell">
        <Button size="sm" icon="undo" loading={isWorking} disabled={isBusy} onClick={onRestore}>
          {t('trash.restore')}
        </Button>
        <IconButton
          icon="trash"
          size="sm"
          danger
          label={t('trash.forGoodNamed', { what: title })}
          disabled={isBusy}
          onClick={onDelete}
        />
      </div>
    </div>
  )
}
