import type { ViewKind } from '@common/views'
import { GridView, type GridViewProps } from '@renderer/features/grid'
import type { ComponentType } from 'react'

/** What draws each kind of view; each comes as a chunk of its own. */
export const viewsOfKinds: Readonly<Record<ViewKind, ComponentType<GridViewProps>>> = {
  grid: GridView,
  gallery: GridView,
  kanban: GridView,
  calendar: GridView,
  form: GridView,
}
