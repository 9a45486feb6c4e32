import { withTexts } from '@renderer/i18n'
import { later } from '@renderer/ui'
import { lazy } from 'react'

/** Loads forms as a separate chunk. */
export const FormView = lazy(async () => ({ default: (await withTexts(import('./FormView'), ['forms'])).FormView }))

/** A form for visitors, as a separate chunk. */
export const SharedForm = later(async () => (await withTexts(import('./SharedForm'), ['forms', 'shares'])).SharedForm)
