import type { ViewKindDeclaration } from '@renderer/features/views'
import { GalleryView } from '.'

export const viewKind: ViewKindDeclaration = {
  kind: 'gallery',
  icon: 'gallery',
  create: { id: 'view.createGallery', label: 'views.create.gallery', keys: [] },
  View: GalleryView,
}
