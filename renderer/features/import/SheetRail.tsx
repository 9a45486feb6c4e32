import { formatNumber, sentenceText, useTranslation } from '@renderer/i18n'
import { Checkbox, Icon, Spinner, classes } from '@renderer/ui'
import type { WizardItem } from './wizard-items'
import styles from './wizard.module.css'

export interface SheetRailProps {
  readonly items: readonly WizardItem[]
  readonly active: WizardItem | undefined
  readonly problems: ReadonlyMap<string, string>
  readonly onChoose: (key: string) => void
  readonly onInclude: (key: string, included: boolean) => void
}

/** List of files and their sheets. Selects which to import and which to preview. */
export function SheetRail({ items, active, problems, onChoose, onInclude }: SheetRailProps) {
  const { t } = useTranslation()
  return (
    <nav className={styles.rail} aria-label={t('imports.sheets')}>
      {items.map((item, at) => {
        const { key, file, name, included, sent, isReading, problem, preview } = item
        // The row of names is none that is imported.
        const rows = item.rows !== null && preview?.header === true ? Math.max(0, item.rows - 1) : item.rows
        const isFirstOfFile = items[at - 1]?.source !== item.source
        const title = name === '' ? file : name
        const wrong = problem === undefined ? problems.get(key) : sentenceText(problem)
        return (
          <div key={key}>
            {isFirstOfFile && name !== '' && <p className={styles.railFile}>{file}</p>}
            <div className={classes(styles.railLine, active?.key === key && styles.railActive)}>
              <Checkbox
                checked={included}
                disabled={problem !== undefined}
                onChange={(checked) => onInclude(key, checked)}
                aria-label={t('imports.include', { name: title })}
              />
              <button
                type="button"
                className={styles.railButton}
                aria-current={active?.key === key ? true : undefined}
                onClick={() => onChoose(key)}
              >
                <span className={styles.railName} title={title}>
                  <bdi>{title}</bdi>
                </span>
                <span className={styles.railNote}>
                  {sent !== undefined && sent < 100
                    ? t('imports.sent', { percent: formatNumber(Math.floor(sent)) })
                    : rows !== null && t('imports.rows', { count: rows })}
                </span>
              </button>
              {included && wrong !== undefined ? (
                <span className={styles.railMark} title={wrong}>
                  <Icon name="warning" size={14} />
                  <span className="hidden-text">{wrong}</span>
                </span>
              ) : (
                included && isReading && <Spinner />
              )}
            </div>
          </div>
        )
      })}
    </nav>
  )
}
