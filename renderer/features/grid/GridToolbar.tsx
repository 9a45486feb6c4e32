import { useTranslation } from '@renderer/i18n'
import { IconButton, SearchField } from '@renderer/ui'
import { Fragment, type Ref } from 'react'
import styles from './grid.module.css'
import type { GridPart } from './parts'
import { useGridSession } from './session'

export interface GridToolbarProps {
  readonly parts: readonly GridPart[]
  readonly searchField: Ref<HTMLInputElement>
}

/** What is done to the rows, and in words what is already done: what the parts bring, then the find box. */
export function GridToolbar({ parts, searchField }: GridToolbarProps) {
  const { t } = useTranslation()
  const { model, search, changeSearch } = useGridSession()
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('grid.toolbar.label')}>
      {parts.map(({ toolbar }, at) => (
        <Fragment key={at}>{toolbar}</Fragment>
      ))}
      <span className={styles.spacer} />
      {parts.map(({ toolbarEnd }, at) => (
        <Fragment key={at}>{toolbarEnd}</Fragment>
      ))}
      <SearchField
        ref={searchField}
        size="sm"
        className={styles.find}
        label={t('grid.toolbar.find')}
        value={search}
        onChange={changeSearch}
      />
      <IconButton icon="reload" label={t('grid.toolbar.refresh')} onClick={() => model.rows.refresh()} />
    </div>
  )
}
