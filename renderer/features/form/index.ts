import { withTexts } from '@renderer/i18n'
import { lazy } from 'react'

/** Forms come as a chunk of their own. */
export const FormView = lazy(async () => ({ default: (await withTexts(import('./FormView'), ['forms'])).FormView }))
