import { useTranslation } from '@renderer/i18n'
import { Button, Icon } from '@renderer/ui'
import { narrow, narrowedKey, useNarrowed } from './filter/narrowed'
import styles from './grid.module.css'

/** Note above rows narrowed by a command: names the filter, with a button that shows all rows again. */
export function NarrowedNote({ projectId, table }: { readonly projectId: string; readonly table: string }) {
  const { t } = useTranslation()
  const narrowed = useNarrowed(({ tables }) => tables[narrowedKey(projectId, table)])
  if (narrowed === undefined) return null
  return (
    <div className={styles.narrowed} role="status">
      <Icon name="filter" size={14} />
      <span>{t('grid.referenced.note', { record: narrowed.record })}</span>
      <Button kind="quiet" onClick={() => narrow(projectId, table, undefined)}>
        {t('grid.referenced.all')}
      </Button>
    </div>
  )
}
