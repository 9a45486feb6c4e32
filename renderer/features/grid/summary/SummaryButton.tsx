import { useTranslation } from '@renderer/i18n'
import { Menu, MenuItem } from '@renderer/ui'
import { figureNames } from './figure-names'
import { gridSummary, useGridSummary } from './summary-store'
import styles from './summary.module.css'

/** Two figures of the selected cells. A click opens the others and selects which comes first. */
export function SummaryButton() {
  const { t } = useTranslation()
  const { summary, chosen } = useGridSummary()
  if (!summary) return null
  const { figures, partial } = summary
  const known = figureNames.filter((name) => figures[name] !== undefined)
  const shown = known.find((name) => name === chosen) ?? known[0]
  if (shown === undefined) return null
  const next = known[known.indexOf(shown) + 1]
  const label = (name: typeof shown): string => t(`grid.summary.${name}`, { value: figures[name] ?? '' })
  return (
    <Menu
      target={
        <button type="button" className={styles.summary} aria-haspopup="menu" title={t('grid.summary.choose')}>
          {[shown, ...(next === undefined ? [] : [next])].map((name) => (
            <span key={name}>{label(name)} </span>
          ))}
          {partial && <span>{t('grid.summary.partial', partial)}</span>}
        </button>
      }
    >
      {known.map((name) => (
        <MenuItem key={name} chosen={name === shown} onClick={() => gridSummary.choose(name)}>
          {label(name)}
        </MenuItem>
      ))}
    </Menu>
  )
}
