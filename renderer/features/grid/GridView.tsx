import type { ViewProps } from '@renderer/features/views'
import { useState } from 'react'
import { useNewGridSession } from '@renderer/features/records/session/use-grid-session'
import { ViewFrame, type ViewMenu } from '@renderer/features/records/frame/ViewFrame'
import { CellEditors } from './CellEditors'
import { GridPainter } from './GridPainter'
import { useGridParts } from './parts'

/** One table as a grid: the painter, the editor over it, and its parts. */
export function GridView(props: ViewProps) {
  const [menu, openMenu] = useState<ViewMenu>()
  const { session, leaveEditor, keepTyped, onScroll } = useNewGridSession(props)
  const { grid } = session
  const parts = useGridParts(session)
  return (
    <ViewFrame
      session={session}
      parts={parts}
      menu={menu}
      onMenuClose={() => {
        openMenu(undefined)
        // Returns the focus to the cells, unless the chosen command has moved it.
        requestAnimationFrame(() => {
          if (document.activeElement === null || document.activeElement === document.body) grid.current?.focus()
        })
      }}
      beside={<CellEditors session={session} onTyped={keepTyped} onLeave={leaveEditor} />}
    >
      <GridPainter session={session} parts={parts} menu={menu} onMenu={openMenu} onScroll={onScroll} />
    </ViewFrame>
  )
}

// In the same file as the grid, so that a table needs one request for both.
export { GlideDataGrid } from './glide/GlideDataGrid'
