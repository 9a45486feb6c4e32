import { withTexts } from '@renderer/i18n'
import { lazy } from 'react'

/** Records on their days; a chunk of its own. */
export const CalendarView = lazy(async () => ({
  default: (await withTexts(import('./CalendarView'), ['calendar'])).CalendarView,
}))
