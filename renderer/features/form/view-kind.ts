import type { ViewKindDeclaration } from '@renderer/features/views'
import { FormView } from '.'

export const viewKind: ViewKindDeclaration = {
  kind: 'form',
  icon: 'form',
  create: { id: 'view.createForm', label: 'views.create.form', keys: [] },
  View: FormView,
}
