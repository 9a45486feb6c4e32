import type { ViewKindDeclaration } from '@renderer/features/views'
import { CalendarView } from '.'

export const viewKind: ViewKindDeclaration = {
  kind: 'calendar',
  icon: 'calendar',
  create: { id: 'view.createCalendar', label: 'views.create.calendar', keys: [] },
  View: CalendarView,
}
