import { useTranslation } from '@renderer/i18n'
import { useId } from 'react'
import styles from './preferences.module.css'
import type { SettingsRow } from './section'
import type { LoadedSection } from './sections'

/** A section with its title and rows. */
export function SectionRows({ section: { title, rows } }: { readonly section: LoadedSection }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{t(title)}</h2>
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </section>
  )
}

const always = (): boolean => true

function Row({ row: { id, label, text, Control, isWide, useIsShown = always } }: { readonly row: SettingsRow }) {
  const { t } = useTranslation()
  // Each row has one hook, always the same.
  if (!useIsShown()) return null
  return (
    <div className={styles.row} data-setting={id} data-wide={isWide}>
      <div className={styles.words}>
        <h3>{t(label)}</h3>
        {text !== undefined && <p>{t(text)}</p>}
      </div>
      <div className={styles.control}>
        <Control label={t(label)} />
      </div>
    </div>
  )
}
