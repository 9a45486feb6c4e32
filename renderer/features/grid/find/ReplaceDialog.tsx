import { useTranslation } from '@renderer/i18n'
import { Dialog } from '@renderer/ui'
import { problemSentence } from '@renderer/features/records/writes/problem-sentence'
import styles from './find.module.css'
import type { ReplacePlan } from './replace-plan'

export interface ReplaceDialogProps {
  readonly plan: ReplacePlan
  readonly loading: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

const refusedShown = 5

/** Confirmation with the number of replacements and of invalid values. */
export function ReplaceDialog({ plan, loading, onConfirm, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation()
  const { cells, rows, refused, skipped } = plan
  return (
    <Dialog
      opened
      width={400}
      focusAction
      title={t('grid.find.all.title', { count: cells })}
      action={t('grid.find.all.action', { count: cells })}
      disabledReason={cells === 0 ? t('grid.find.all.nothing') : undefined}
      onSubmit={onConfirm}
      onClose={onClose}
      loading={loading}
    >
      <p className={styles.text}>{t('grid.find.all.text', { count: rows.length })}</p>
      {skipped > 0 && <p className={styles.text}>{t('grid.skipped', { count: skipped })}</p>}
      {refused.length > 0 && (
        <>
          <p className={styles.text}>{t('grid.find.all.refused', { count: refused.length })}</p>
          <ul className={styles.refused}>
            {refused.slice(0, refusedShown).map(({ offset, column, text, problem }) => (
              <li key={`${offset} ${column.name}`}>
                {t('grid.refusedPaste.line', {
                  row: offset + 1,
                  text: text.length > 40 ? `${text.slice(0, 40)}…` : text,
                  reason: problemSentence(problem, column),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
