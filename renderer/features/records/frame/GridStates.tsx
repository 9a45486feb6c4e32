import { messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { showBottomPart } from '@renderer/stores'
import { Button, classes, EmptyState, ErrorState } from '@renderer/ui'
import { useEffect } from 'react'
import styles from './grid.module.css'

export interface EmptyGridProps {
  readonly table: string
  readonly search: string
  readonly onAddRow: (() => void) | undefined
  readonly onClearSearch: () => void
  /** Undefined without a filter. */
  readonly onClearFilters: (() => void) | undefined
}

/** An empty grid with the reason and the next action. */
export function EmptyGrid({ table, search, onAddRow, onClearSearch, onClearFilters }: EmptyGridProps) {
  const { t } = useTranslation()
  return (
    <div className={classes(styles.over, styles.empty)}>
      {search === '' && onClearFilters ? (
        <EmptyState
          title={t('filters.none', { table })}
          text={t('filters.noneText')}
          action={
            <Button icon="close" onClick={onClearFilters}>
              {t('filters.clearFilters')}
            </Button>
          }
        />
      ) : search === '' ? (
        <EmptyState
          title={t('grid.empty.title')}
          text={onAddRow ? t('grid.empty.text') : t('grid.empty.textReadOnly', { table })}
          action={
            onAddRow && (
              <Button kind="main" icon="plus" onClick={onAddRow}>
                {t('grid.toolbar.newRecord')}
              </Button>
            )
          }
        />
      ) : (
        <EmptyState
          title={t('grid.empty.searchTitle', { search })}
          text={t('grid.empty.searchText', { table })}
          action={
            <Button icon="close" onClick={onClearSearch}>
              {t('grid.empty.clearSearch')}
            </Button>
          }
        />
      )}
    </div>
  )
}

/** Error for rows that failed to load, in place of their lines. */
export function FailedGrid({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation()
  useEffect(() => showBottomPart('loadError'), [])
  return (
    <div className={classes(styles.over, styles.failed)}>
      <div>
        <ErrorState title={t('grid.failed.title')} text={messageOf(error)} onRetry={onRetry} />
      </div>
    </div>
  )
}
