import { lazy } from 'react'

/** Forms come as a chunk of their own. */
export const FormView = lazy(async () => ({ default: (await import('./FormView')).FormView }))
