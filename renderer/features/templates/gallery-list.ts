import type { TemplateEntry } from '@common/operations/templates'

/** A group of the drawer: all templates, those of the user, or one category. */
export type GalleryPart =
  | { readonly kind: 'all' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'category'; readonly category: string }

/** A category with its number of templates. */
export interface CategoryCount {
  readonly category: string
  readonly count: number
}

/** Reads the part of the gallery from the address. */
export function partOf(query: URLSearchParams): GalleryPart {
  const category = query.get('category')
  if (category !== null && category !== '') return { kind: 'category', category }
  return query.get('yours') === 'saved' ? { kind: 'saved' } : { kind: 'all' }
}

/** Returns the query of a part, for the address. */
export function queryOfPart(part: GalleryPart): string {
  if (part.kind === 'category') return `?${new URLSearchParams({ category: part.category })}`
  return part.kind === 'saved' ? '?yours=saved' : ''
}

/** True for templates that the user has saved. */
export const isSaved = ({ origin }: Pick<TemplateEntry, 'origin'>): boolean => origin === 'own'

/**
 * Returns the templates of a part that contain every word of a search in their title, description, category or tags.
 * Ignores case.
 */
export function galleryEntries(
  list: readonly TemplateEntry[],
  part: GalleryPart,
  search: string,
): readonly TemplateEntry[] {
  const words = search
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return list.filter((entry) => {
    if (part.kind === 'saved' && !isSaved(entry)) return false
    if (part.kind === 'category' && entry.category !== part.category) return false
    if (words.length === 0) return true
    const text = [entry.title, entry.description, entry.category, ...entry.tags].join('\n').toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Counts the templates of each category, in order of appearance: used if the service can't tell. */
export function countCategories(list: readonly TemplateEntry[]): readonly CategoryCount[] {
  const named = list.filter(({ category }) => category !== '')
  return [...Map.groupBy(named, ({ category }) => category)].map(([category, { length: count }]) => ({
    category,
    count,
  }))
}
