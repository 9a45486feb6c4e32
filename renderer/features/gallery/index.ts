import { withTexts } from '@renderer/i18n'
import { lazy } from 'react'

/** Cards with pictures come as a chunk of their own. */
export const GalleryView = lazy(async () => ({
  default: (await withTexts(import('./GalleryView'), ['gallery', 'cards'])).GalleryView,
}))
