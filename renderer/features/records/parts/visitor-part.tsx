import { useTranslation } from '@renderer/i18n'
import styles from '../frame/grid.module.css'
import type { GridSession } from '../session/session'
import type { GridPart } from './grid-part'

/** Shows visitors of a shared view the number of its records. Members read it in the status bar. */
export function useVisitorPart({ view, model }: GridSession): GridPart {
  const { t } = useTranslation()
  const { count } = model.rows
  if (view.onlyMe !== 'visitor' || count === undefined) return {}
  return {
    toolbarEnd: (
      <span className={styles.count} role="status">
        {t('grid.status.records', { count })}
      </span>
    ),
  }
}
