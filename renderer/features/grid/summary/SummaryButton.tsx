import { useTranslation } from '@renderer/i18n'
import { Menu, MenuItem } from '@renderer/ui'
import { figureNames } from './figure-names'
import { gridSummary, useGridSummary } from './summary-store'
import styles from './summary.module.css'

/** One figure of the selected cells; a click shows the others and chooses which stands there. */
export function SummaryButton() {
  const { t } = useTranslation()
  const { summary, chosen } = useGridSummary()
  if (!summary) return null
  const { figures, partial } = summary
  const known = figureNames.filter((name) => figures[name] !== undefined)
  const shown = known.find((name) => name === chosen) ?? known[0]
  if (shown === undefined) return null
  const label = (name: typeof shown): string => t(`grid.summary.${name}`, { value: figures[name] ?? '' })
  return (
    <Menu
      target={
        <button type="button" className={styles.summary} aria-haspopup="menu" title={t('grid.summary.choose')}>
          {partial ? t('grid.summary.partial', { figure: label(shown), ...partial }) : label(shown)}
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
