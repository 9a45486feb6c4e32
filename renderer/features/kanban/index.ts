import { withTexts } from '@renderer/i18n'
import { lazy } from 'react'

/** The board and its dependencies are a separate chunk. */
export const KanbanView = lazy(async () => ({
  default: (await withTexts(import('./KanbanView'), ['kanban', 'cards'])).KanbanView,
}))
