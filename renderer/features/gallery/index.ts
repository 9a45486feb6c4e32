import { lazy } from 'react'

/** Cards with pictures come as a chunk of their own. */
export const GalleryView = lazy(async () => ({ default: (await import('./GalleryView')).GalleryView }))
