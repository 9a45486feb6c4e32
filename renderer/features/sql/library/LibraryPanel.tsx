import { useTranslation } from '@renderer/i18n'
import { IconButton, PartTabs, SearchField } from '@renderer/ui'
import { useId, useState } from 'react'
import type { Library } from '../QueryBar'
import { HistoryList } from './HistoryList'
import styles from './library.module.css'
import { SavedList, type SavedListProps } from './SavedList'

export interface LibraryPanelProps extends Pick<SavedListProps, 'syntax' | 'mayMakeTables'> {
  readonly projectId: string
  readonly library: Library
  readonly onLibrary: (library: Library | undefined) => void
  /** Puts a snippet at the caret. */
  readonly onInsert: (text: string) => void
}

/** Saved queries and the history, beside the query. */
export function LibraryPanel({ projectId, library, onLibrary, onInsert, ...saved }: LibraryPanelProps) {
  const { t } = useTranslation()
  const panelId = useId()
  const [search, setSearch] = useState('')
  return (
    <aside className={styles.panel} aria-label={t('sql.library.label')} data-region tabIndex={-1}>
      <div className={styles.head}>
        <PartTabs
          label={t('sql.library.label')}
          panelId={panelId}
          value={library}
          parts={[
            { value: 'saved', label: t('sql.bar.saved') },
            { value: 'history', label: t('sql.bar.history') },
          ]}
          onChange={onLibrary}
        />
        <IconButton icon="close" label={t('ui.close')} onClick={() => onLibrary(undefined)} />
      </div>
      <div className={styles.find}>
        <SearchField
          size="sm"
          value={search}
          onChange={setSearch}
          label={t(library === 'saved' ? 'sql.library.findSaved' : 'sql.library.findHistory')}
        />
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${library}`} className={styles.list} tabIndex={-1}>
        {library === 'saved' ? (
          <SavedList {...saved} projectId={projectId} search={search} onInsert={onInsert} />
        ) : (
          <HistoryList projectId={projectId} search={search} />
        )}
      </div>
    </aside>
  )
}
