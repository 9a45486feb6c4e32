import type { ViewKindDeclaration } from '@renderer/features/views'
import { KanbanView } from '.'

export const viewKind: ViewKindDeclaration = {
  kind: 'kanban',
  icon: 'kanban',
  create: { id: 'view.createKanban', label: 'views.create.kanban', keys: [] },
  View: KanbanView,
}
