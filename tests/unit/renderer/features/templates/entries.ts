import type { TemplateEntry } from '@common/operations/templates'

/** Returns an entry of the gallery. */
export const entryOf = (id: string, given: Partial<TemplateEntry> = {}): TemplateEntry => ({
  id,
  title: id,
  description: '',
  image: '',
  category: 'Other',
  tags: [],
  tables: 2,
  rows: 10,
  origin: 'builtIn',
  author: null,
  mayEdit: false,
  ...given,
})
