import type { ViewKind } from '@common/views'
import type { IconName } from '@renderer/ui'

export const viewIcons: Readonly<Record<ViewKind, IconName>> = {
  grid: 'table',
  gallery: 'gallery',
  kanban: 'kanban',
  calendar: 'calendar',
  form: 'form',
}

/** Kinds that users can create: those that Basalt can draw. */
export const creatableKinds: readonly ViewKind[] = ['grid', 'gallery', 'kanban', 'calendar', 'form']
