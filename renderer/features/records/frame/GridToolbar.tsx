import { useTranslation } from '@renderer/i18n'
import { IconButton, SearchField } from '@renderer/ui'
import { useRef, type ReactNode, type Ref } from 'react'
import styles from './grid.module.css'
import { useGridSession } from '../session/session'
import { useAfterRows } from './use-after-rows'
import { partAttribute, useFittingToolbar } from './use-fitting-toolbar'
import type { GridPart } from '../parts/grid-part'

export interface GridToolbarProps {
  readonly parts: readonly GridPart[]
  readonly searchField: Ref<HTMLInputElement>
}

/** The toolbar of a view. Its buttons come after the rows of a table that opens. */
export function GridToolbar(props: GridToolbarProps) {
  const { t } = useTranslation()
  const bar = useRef<HTMLDivElement>(null)
  useFittingToolbar(bar)
  const isTime = useAfterRows(useGridSession().table)
  return (
    <div className={styles.toolbar} data-region role="toolbar" aria-label={t('grid.toolbar.label')} ref={bar}>
      {isTime && <ToolbarContent {...props} />}
    </div>
  )
}

/** The buttons of the parts, with their current settings as text, then the find box. */
function ToolbarContent({ parts, searchField }: GridToolbarProps) {
  const { t } = useTranslation()
  const { model, search, changeSearch } = useGridSession()
  return (
    <>
      {parts.map(({ toolbar }, at) => isShown(toolbar) && toolbarPart(toolbar, at, at > 0))}
      <span className={styles.spacer} />
      {parts.map(({ toolbarEnd }, at) => isShown(toolbarEnd) && toolbarPart(toolbarEnd, at, true))}
      <SearchField
        ref={searchField}
        size="sm"
        className={styles.find}
        label={t('grid.toolbar.find')}
        value={search}
        onChange={changeSearch}
      />
      <IconButton icon="reload" label={t('grid.toolbar.refresh')} onClick={() => model.rows.refresh()} />
    </>
  )
}

const isShown = (content: ReactNode): boolean => content !== undefined && content !== null && content !== false

/** The first part names the open view, so it never shrinks. */
const toolbarPart = (content: ReactNode, key: number, shrinks: boolean): ReactNode => (
  <span key={key} className={styles.part} {...(shrinks ? { [partAttribute]: '' } : {})}>
    {content}
  </span>
)
