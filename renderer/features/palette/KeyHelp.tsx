import { keyAreas, keyLines, type KeyLine } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { EmptyState, IconButton, keyNames, Keys, SearchField } from '@renderer/ui'
import { useMemo, useState } from 'react'
import styles from './palette.module.css'
import { palette } from './palette-store'
import { Surface } from './Surface'

/** All keys that do something here, by what they are for. */
export function KeyHelp() {
  const { t } = useTranslation()
  const [filter, setFilter] = useState('')
  const [lines] = useState(keyLines)
  const query = filter.trim().toLowerCase()
  const areas = useMemo(() => {
    const fits = ({ label, keys }: KeyLine): boolean =>
      query === '' ||
      [t(label), ...keys.map((one) => keyNames(one).join(' '))].some((text) => text.toLowerCase().includes(query))
    return keyAreas.flatMap((area) => {
      const found = lines.filter((line) => line.area === area && fits(line))
      return found.length === 0 ? [] : [{ area, lines: found }]
    })
  }, [lines, query, t])
  return (
    <Surface label={t('keyHelp.title')} className={styles.help}>
      <header className={styles.helpHead}>
        <h2>{t('keyHelp.title')}</h2>
        <IconButton icon="close" size="sm" label={t('ui.close')} onClick={palette.close} />
      </header>
      <div className={styles.helpFilter}>
        <SearchField label={t('keyHelp.filter')} value={filter} onChange={setFilter} />
      </div>
      {areas.length === 0 ? (
        <div className={styles.none}>
          <EmptyState title={t('keyHelp.none', { query })} text={t('keyHelp.noneHint')} />
        </div>
      ) : (
        <div className={styles.helpBody} role="region" aria-label={t('keyHelp.title')} tabIndex={0}>
          {areas.map(({ area, lines: found }) => (
            <section key={area} className={styles.area} aria-labelledby={`keys-${area}`}>
              <h3 id={`keys-${area}`}>{t(`keyHelp.areas.${area}`)}</h3>
              <ul>
                {found.map(({ id, label, keys }) => (
                  <li key={id}>
                    <span>{t(label)}</span>
                    <span className={styles.chords}>
                      {keys.map((one) => (
                        <Keys key={one} keys={one} />
                      ))}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </Surface>
  )
}
