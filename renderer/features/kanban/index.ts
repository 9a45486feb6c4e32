import { withTexts } from '@renderer/i18n'
import { lazy } from 'react'

/** A board and what it is drawn with come as a chunk of their own. */
export const KanbanView = lazy(async () => ({
  default: (await withTexts(import('./KanbanView'), ['kanban', 'cards'])).KanbanView,
}))
