import { lazy } from 'react'

/** Records on their days; a chunk of its own. */
export const CalendarView = lazy(async () => ({ default: (await import('./CalendarView')).CalendarView }))
