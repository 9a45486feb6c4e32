import { withTexts } from '@renderer/i18n'
import { lazy } from 'react'

/** Loads the gallery as a separate chunk. */
export const GalleryView = lazy(async () => ({
  default: (await withTexts(import('./GalleryView'), ['gallery', 'cards'])).GalleryView,
}))
