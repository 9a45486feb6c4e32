import type { ViewKindDeclaration } from '@renderer/features/views'
import { GridView } from '.'

export const viewKind: ViewKindDeclaration = {
  kind: 'grid',
  icon: 'table',
  create: { id: 'view.createGrid', label: 'views.create.grid', keys: [] },
  View: GridView,
}
