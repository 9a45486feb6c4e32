import { messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, EmptyState, ErrorState, Icon, Rail, RailGroup, railEntry, SearchField, Skeleton } from '@renderer/ui'
import { useEffect, useRef, useState } from 'react'
import styles from './preferences.module.css'
import type { LoadedSection } from './sections'
import { loadSections } from './sections'
import { SectionRows } from './SectionRows'

export interface SettingsPanelProps {
  /** The section that is shown first. */
  readonly first: string
}

/** All settings: a search, the sections, and the rows of one of them, or all rows that match the search. */
export function SettingsPanel({ first }: SettingsPanelProps) {
  const { t } = useTranslation()
  const { sections, error, reload } = useSections()
  const [chosen, setChosen] = useState(first)
  const [search, setSearch] = useState('')
  const body = useRef<HTMLDivElement>(null)
  const query = search.trim().toLowerCase()

  const matches = ({ title, rows }: LoadedSection): LoadedSection['rows'] => {
    const has = (text: string): boolean => text.toLowerCase().includes(query)
    if (query === '' || has(t(title))) return rows
    return rows.filter(({ label, text }) => has(t(label)) || (text !== undefined && has(t(text))))
  }
  const found = (sections ?? [])
    .map((section) => ({ ...section, rows: matches(section) }))
    .filter(({ rows }) => rows.length > 0)
  const current = sections?.some(({ id }) => id === chosen) === true ? chosen : sections?.[0]?.id
  const shown = query === '' ? found.filter(({ id }) => id === current) : found

  function choose(id: string): void {
    setSearch('')
    setChosen(id)
    if (body.current !== null) body.current.scrollTop = 0
  }

  return (
    <div className={styles.panel}>
      <Rail label={t('preferences.title')}>
        <SearchField label={t('preferences.search')} value={search} onChange={setSearch} size="sm" />
        <RailGroup>
          {found.map(({ id, icon, title }) => (
            <li key={id}>
              <button
                type="button"
                className={railEntry}
                aria-current={query === '' && id === current ? 'page' : undefined}
                onClick={() => choose(id)}
              >
                <Icon name={icon} size={14} />
                <bdi>{t(title)}</bdi>
              </button>
            </li>
          ))}
        </RailGroup>
        <p className="hidden-text" role="status">
          {query === '' ? '' : t('preferences.found', { count: found.reduce((sum, { rows }) => sum + rows.length, 0) })}
        </p>
      </Rail>
      <div ref={body} className={styles.body} role="region" aria-label={t('preferences.title')} tabIndex={0}>
        {error !== undefined ? (
          <ErrorState title={t('preferences.notRead')} text={messageOf(error)} onRetry={reload} />
        ) : sections === undefined ? (
          <Skeleton height={240} />
        ) : shown.length === 0 ? (
          <EmptyState
            title={t('preferences.none', { query: search.trim() })}
            text={t('preferences.noneHint')}
            action={<Button onClick={() => setSearch('')}>{t('preferences.clearSearch')}</Button>}
          />
        ) : (
          shown.map((section) => <SectionRows key={section.id} section={section} />)
        )}
      </div>
    </div>
  )
}

function useSections() {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ readonly sections?: readonly LoadedSection[]; readonly error?: unknown }>({})
  useEffect(() => {
    let isHere = true
    loadSections().then(
      (sections) => isHere && setState({ sections }),
      (error: unknown) => isHere && setState({ error }),
    )
    return () => {
      isHere = false
    }
  }, [attempt])
  return { ...state, reload: () => setAttempt(attempt + 1) }
}
