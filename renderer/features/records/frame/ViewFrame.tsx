import type { Bounds } from '@renderer/ui'
import { Fragment, useRef, type ReactNode } from 'react'
import type { CellPosition, DataGridColumn } from '../painter/data-grid'
import styles from './grid.module.css'
import { CellMenu, HeaderMenu } from './GridMenus'
import { EmptyGrid, FailedGrid } from './GridStates'
import { GridToolbar } from './GridToolbar'
import { NarrowedNote } from './NarrowedNote'
import { useCountTold } from './use-count-told'
import { useLinkLabels } from '../links/use-link-labels'
import { useMenuCommands } from '../parts/menu-commands'
import { GridSessionProvider, type GridSession } from '../session/session'
import { useSpokenStatus } from '../session/use-grid-notes'
import type { GridPart } from '../parts/grid-part'

/** The open menu of a view, and its target. */
export type ViewMenu =
  | { readonly kind: 'header'; readonly column: DataGridColumn; readonly at: Bounds }
  | { readonly kind: 'cell'; readonly cell: CellPosition; readonly at: Bounds }
  | { readonly kind: 'row'; readonly row: number; readonly at: Bounds }

export interface ViewFrameProps {
  readonly session: GridSession
  readonly parts: readonly GridPart[]
  readonly menu: ViewMenu | undefined
  readonly onMenuClose: () => void
  /** True if the painter shows the empty state itself, or shows empty groups. */
  readonly saysEmpty?: boolean
  /** The painter of the rows, on the stage. */
  readonly children: ReactNode
  /** Editors and notes beside the painter. */
  readonly beside?: ReactNode
}

/** The frame of every kind of view: toolbar, states, menus, contributions of its parts, and screen reader texts. */
export function ViewFrame({ session, parts, menu, onMenuClose, saysEmpty = false, children, beside }: ViewFrameProps) {
  const searchField = useRef<HTMLInputElement>(null)
  const { projectId, table, model, area, actions, mayAddRows, rowFilter, changeSettings, changeSearch } = session

  useMenuCommands(session, parts)
  useCountTold(
    projectId,
    table.name,
    model.search === '' && rowFilter.filter === undefined && !model.rows.countIsOld ? model.rows.count : undefined,
  )
  const { countError } = model.rows
  const failure = model.rows.visibleError ?? (countError === undefined ? undefined : { index: 0, error: countError })

  return (
    <GridSessionProvider value={session}>
      <section className={styles.view} aria-label={table.title}>
        <LinkLabels session={session} />
        <GridToolbar parts={parts} searchField={searchField} />
        <NarrowedNote projectId={projectId} table={table.name} />
        <div className={styles.stage} ref={area} data-stage data-region tabIndex={-1}>
          {children}
          {!saysEmpty && model.rowCount === 0 && model.rows.count === 0 && !failure && (
            <EmptyGrid
              table={table.title}
              search={model.search}
              onClearFilters={
                rowFilter.filter === undefined
                  ? undefined
                  : () => changeSettings({ filter: { join: 'and', filters: [] } })
              }
              onAddRow={mayAddRows ? actions.addRow : undefined}
              onClearSearch={() => changeSearch('')}
            />
          )}
          {failure && (
            <FailedGrid
              error={failure.error}
              onRetry={() => (countError === undefined ? model.rows.retry(failure.index) : model.rows.refresh())}
            />
          )}
          {parts.map(({ stage }, at) => (
            <Fragment key={at}>{stage}</Fragment>
          ))}
        </div>
        {parts.map(({ foot }, at) => (
          <Fragment key={at}>{foot}</Fragment>
        ))}
        {beside}
        {menu?.kind === 'header' && (
          <HeaderMenu
            at={menu.at}
            column={menu.column}
            entries={parts.flatMap((part) => part.headerMenu?.(menu.column, menu.at) ?? [])}
            onClose={onMenuClose}
          />
        )}
        {menu?.kind === 'row' && (
          <CellMenu
            at={menu.at}
            entries={parts.flatMap((part) => part.rowMenu?.(menu.row) ?? [])}
            onClose={onMenuClose}
          />
        )}
        {menu?.kind === 'cell' && (
          <CellMenu
            at={menu.at}
            entries={parts.flatMap((part) => part.cellMenu?.(menu.cell) ?? [])}
            onClose={onMenuClose}
          />
        )}
        {parts.map(({ overlay }, at) => (
          <Fragment key={at}>{overlay}</Fragment>
        ))}
        <SpokenStatus session={session} />
      </section>
    </GridSessionProvider>
  )
}

/**
 * Loads the names of linked records. A component, so that their tables don't render the view. It comes before the painter,
 * which knows them when it draws for the first time.
 */
function LinkLabels({ session: { projectId, table, model, grid } }: { readonly session: GridSession }) {
  useLinkLabels(projectId, table, model, grid)
  return null
}

/** Live regions for screen readers. A component of its own: the selection changes it often. */
function SpokenStatus({ session }: { readonly session: GridSession }) {
  const { polite, assertive } = useSpokenStatus(session)
  return (
    <>
      <div className={styles.visuallyHidden} aria-live="polite">
        {polite}
      </div>
      <div className={styles.visuallyHidden} aria-live="assertive">
        {assertive}
      </div>
    </>
  )
}
