import type { StoredTemplate } from '@common/templates'

/** A template to use: an entry of the gallery, or one that was opened from a file or an address. */
export type TemplateSource =
  | { readonly kind: 'entry'; readonly id: string; readonly title: string }
  | { readonly kind: 'opened'; readonly template: StoredTemplate; readonly title: string }
