import type { ViewKind } from '@common/views'
import type { IconName } from '@renderer/ui'

export const viewIcons: Readonly<Record<ViewKind, IconName>> = {
  grid: 'table',
  gallery: 'gallery',
  kanban: 'kanban',
  calendar: 'calendar',
  form: 'form',
}

/** Kinds that people are offered: those that can be drawn. */
export const creatableKinds: readonly ViewKind[] = ['grid', 'gallery', 'kanban', 'calendar', 'form']
