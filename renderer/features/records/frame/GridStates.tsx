import { messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, classes, EmptyState, ErrorState } from '@renderer/ui'
import styles from './grid.module.css'

export interface EmptyGridProps {
  readonly table: string
  readonly search: string
  readonly onAddRow: (() => void) | undefined
  readonly onClearSearch: () => void
  /** Undefined when nothing is filtered. */
  readonly onClearFilters: (() => void) | undefined
}

/** A grid without records says why, and what to do. */
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

/** Rows that could not be fetched, over the lines where they would stand. */
export function FailedGrid({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes(styles.over, styles.failed)} data-rows-failed>
      <div>
        <ErrorState title={t('grid.failed.title')} text={messageOf(error)} onRetry={onRetry} />
      </div>
    </div>
  )
}
