import { withTexts } from '@renderer/i18n'
import { lazy } from 'react'

/** Loads forms as a separate chunk. */
export const FormView = lazy(async () => ({ default: (await withTexts(import('./FormView'), ['forms'])).FormView }))
