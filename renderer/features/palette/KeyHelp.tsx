import { changeableIds, keyAreas, keyLines, resetKeys, runCommand, type KeyLine } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { useWindows } from '@renderer/stores'
import { Button, EmptyState, IconButton, keyNames, Keys, SearchField } from '@renderer/ui'
import { useMemo, useState } from 'react'
import { KeyRecorder } from './KeyRecorder'
import styles from './palette.module.css'
import { palette } from './palette-store'
import { Surface } from './Surface'

/** All active keys by purpose. The keys of commands can be changed. */
export function KeyHelp() {
  const { t } = useTranslation()
  const [filter, setFilter] = useState('')
  const [changing, setChanging] = useState<string>()
  const [told, setTold] = useState('')
  const chosen = useWindows((state) => state.keys)
  // Captured from the page below, which doesn't change. Only changed keys update the list.
  const lines = useMemo(() => {
    void chosen
    return keyLines(true)
  }, [chosen])
  const [changeable] = useState(changeableIds)
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
  const changes = Object.keys(chosen).length

  return (
    <Surface label={t('keyHelp.title')} className={styles.help}>
      <div className={styles.helpHead}>
        <h2>{t('keyHelp.title')}</h2>
        <IconButton icon="close" size="sm" label={t('ui.close')} onClick={palette.close} />
      </div>
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
                {found.map((line) =>
                  changing === line.id ? (
                    <KeyRecorder
                      key={line.id}
                      line={line}
                      onDone={(sentence) => {
                        setChanging(undefined)
                        setTold(sentence ?? '')
                      }}
                    />
                  ) : (
                    <Line
                      key={line.id}
                      line={line}
                      isChanged={Object.hasOwn(chosen, line.id)}
                      onChange={changeable.has(line.id) ? () => setChanging(line.id) : undefined}
                    />
                  ),
                )}
              </ul>
            </section>
          ))}
        </div>
      )}
      <div className={styles.helpFoot}>
        <span>{changes === 0 ? t('keyHelp.hint') : t('keyHelp.changed', { count: changes })}</span>
        <span className={styles.space} />
        {changes > 0 && (
          <Button kind="quiet" icon="undo" onClick={() => resetKeys()}>
            {t('keyHelp.resetAll')}
          </Button>
        )}
        <Button kind="quiet" icon="file" onClick={openDocs}>
          {t('actions.openDocs')}
        </Button>
      </div>
      <div className={styles.said} role="status">
        {told}
      </div>
    </Surface>
  )
}

function openDocs(): void {
  palette.close()
  runCommand('docs.open')
}

interface LineProps {
  readonly line: KeyLine
  readonly isChanged: boolean
  /** Undefined: the keys can't be changed. */
  readonly onChange: (() => void) | undefined
}

function Line({ line: { id, label, keys }, isChanged, onChange }: LineProps) {
  const { t } = useTranslation()
  const chords = keys.map((one) => <Keys key={one} keys={one} />)
  return (
    <li data-changed={isChanged || undefined}>
      <span>{t(label)}</span>
      {onChange === undefined ? (
        <span className={styles.chords}>{chords}</span>
      ) : (
        <button type="button" className={styles.chordButton} data-keys={id} onClick={onChange}>
          <span className={styles.said}>{t('keyHelp.change', { command: t(label) })}</span>
          <span className={styles.chords}>
            {keys.length === 0 ? <span className={styles.noKeys}>{t('keyHelp.add')}</span> : chords}
          </span>
        </button>
      )}
    </li>
  )
}
