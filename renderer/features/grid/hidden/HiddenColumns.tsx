import { formatNumber, useTranslation } from '@renderer/i18n'
import { useHidden, useUsers, why } from '@renderer/stores'
import { NumberBadge, Tooltip } from '@renderer/ui'
import styles from './hidden.module.css'

/** Hatched columns after the last one: fields that the previewed role doesn't see. Their values aren't on this page. */
export function HiddenColumns({ table }: { readonly table: string }) {
  const { t } = useTranslation()
  const columns = useHidden((state) => state.columns)
  const role = useUsers((state) => state.previewAs)
  return (
    <div className={styles.columns} role="group" aria-label={t('grid.hiddenFields')}>
      {columns
        .filter((column) => column.table === table)
        .map(({ column, number, title, reason }) => (
          <Tooltip key={column} label={reason}>
            <button
              type="button"
              className={styles.column}
              aria-label={t('grid.hiddenField', { title, reason })}
              onClick={() => role !== null && why.ask({ role }, table)}
            >
              <span className={styles.header}>
                <NumberBadge>{formatNumber(number)}</NumberBadge>
                <bdi>{title}</bdi>
              </span>
            </button>
          </Tooltip>
        ))}
    </div>
  )
}
