import type { ViewKind } from '@common/views'
import { CalendarView } from '@renderer/features/calendar'
import { GalleryView } from '@renderer/features/gallery'
import { FormView } from '@renderer/features/form'
import { GridView, type GridViewProps } from '@renderer/features/grid'
import { KanbanView } from '@renderer/features/kanban'
import type { ComponentType } from 'react'

/** The component of each kind of view, loaded as a separate chunk. */
export const viewsOfKinds: Readonly<Record<ViewKind, ComponentType<GridViewProps>>> = {
  grid: GridView,
  gallery: GalleryView,
  kanban: KanbanView,
  calendar: CalendarView,
  form: FormView,
}
