import { formatNumber, useTranslation } from '@renderer/i18n'
import { Checkbox, classes, Icon, Spinner } from '@renderer/ui'
import styles from './change-preview.module.css'
import type { ShownPreview } from './use-change-preview'

export interface ChangePreviewProps {
  readonly shown: ShownPreview
  /** The values that would be lost may be emptied. */
  readonly emptied: boolean
  readonly onEmptied: (emptied: boolean) => void
}

/** Shows how many values convert, and which ones would be lost, before anything is saved. */
export function ChangePreview({ shown: { preview, isAsking }, emptied, onEmptied }: ChangePreviewProps) {
  const { t } = useTranslation()
  if (isAsking)
    return (
      <p className={styles.line} role="status">
        <Spinner /> {t('tables.preview.asking')}
      </p>
    )
  // If the database can't preview, the save itself reports values that don't fit.
  if (preview === undefined || preview.values === 0) return null
  const { convert, lost, examples } = preview
  if (lost === 0)
    return (
      <p className={styles.line} role="status">
        <Icon name="check" size={14} className={styles.good} />
        {t('tables.preview.all', { count: convert, number: formatNumber(convert) })}
      </p>
    )
  return (
    <div className={styles.box}>
      <p className={classes(styles.line, styles.warning)} role="status">
        <Icon name="warning" size={14} />
        {t('tables.preview.some', {
          convert: t('tables.preview.converts', { count: convert, number: formatNumber(convert) }),
          lost: t('tables.preview.losts', { count: lost, number: formatNumber(lost) }),
        })}
      </p>
      <ul className={styles.examples} aria-label={t('tables.preview.examples')} tabIndex={0}>
        {examples.map(({ row, value }, at) => (
          <li key={row ?? at}>
            <span className={styles.value}>{value}</span>
            {row !== null && <span className={styles.row}>{row}</span>}
          </li>
        ))}
        {lost > examples.length && (
          <li className={styles.more}>
            {t('tables.preview.more', { count: lost - examples.length, number: formatNumber(lost - examples.length) })}
          </li>
        )}
      </ul>
      <Checkbox checked={emptied} onChange={onEmptied}>
        {t('tables.preview.empty', { count: lost, number: formatNumber(lost) })}
      </Checkbox>
    </div>
  )
}
