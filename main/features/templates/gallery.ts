import { AppError } from '@common/errors'
import type { TemplateEntry } from '@common/operations/templates'
import { templateFacts, type StoredTemplate, type TemplateFacts } from '@common/templates'
import type { Ids } from '@main/lib/ids'
import { builtInFacts, builtInTemplate, isBuiltIn } from './built-in'
import type { StoredEntry, TemplateAuthor, TemplateRepository } from './repository'

/** A user of the gallery. */
export interface GalleryUser extends TemplateAuthor {
  readonly isSuperAdmin: boolean
}

/** The template service of this server: the built-in templates and those of users. */
export interface Gallery {
  readonly list: (user: GalleryUser) => Promise<TemplateEntry[]>
  readonly read: (user: GalleryUser, id: string) => Promise<TemplateEntry & { template: StoredTemplate }>
  /** Returns the author of an entry; undefined if there is no such entry. */
  readonly author: (id: string) => Promise<TemplateAuthor | undefined>
  /** @returns the id */
  readonly add: (
    author: TemplateAuthor,
    template: StoredTemplate,
    options: { readonly isListed: boolean },
  ) => Promise<string>
  /** A built-in template gets an edited copy under its id. @throws AppError TEMPLATE_NOT_FOUND */
  readonly replace: (author: TemplateAuthor, id: string, template: StoredTemplate) => Promise<void>
  /** @returns true if a built-in template is back. @throws AppError TEMPLATE_NOT_FOUND, TEMPLATE_BUILT_IN */
  readonly remove: (id: string) => Promise<boolean>
}

const noAuthor: TemplateAuthor = { userId: null, email: null }

export function createGallery(repository: TemplateRepository, ids: Ids): Gallery {
  return {
    list: async (user) => {
      const [stored, builtIn] = await Promise.all([repository.list(), builtInFacts()])
      const edited = new Set(stored.map(({ id }) => id))
      return [
        ...stored.map((entry) => storedEntry(user, entry)),
        ...[...builtIn].filter(([id]) => !edited.has(id)).map(([id, facts]) => builtInEntry(user, id, facts)),
      ].toSorted(byCategoryAndTitle)
    },

    read: async (user, id) => {
      const stored = await repository.find(id)
      if (stored !== undefined) {
        const { template, ...entry } = stored
        return { ...storedEntry(user, entry), description: template.description, template }
      }
      const template = await builtInTemplate(id)
      if (template === undefined) throw new AppError('TEMPLATE_NOT_FOUND')
      return { ...builtInEntry(user, id, templateFacts(template)), description: template.description, template }
    },

    author: async (id) => (await repository.author(id)) ?? (isBuiltIn(id) ? noAuthor : undefined),

    add: async (author, template, options) => {
      const id = ids.hex(8)
      await repository.add(id, template, author, options)
      return id
    },

    replace: async (author, id, template) => {
      if ((await repository.author(id)) !== undefined) await repository.replace(id, template)
      else if (isBuiltIn(id)) await repository.add(id, template, author, { isListed: true })
      else throw new AppError('TEMPLATE_NOT_FOUND')
    },

    remove: async (id) => {
      if ((await repository.author(id)) === undefined)
        throw new AppError(isBuiltIn(id) ? 'TEMPLATE_BUILT_IN' : 'TEMPLATE_NOT_FOUND')
      await repository.remove(id)
      return isBuiltIn(id)
    },
  }
}

function storedEntry(user: GalleryUser, { id, facts, userId, email }: StoredEntry): TemplateEntry {
  const isOwn = user.userId !== null && user.userId === userId
  const origin = isBuiltIn(id) ? 'edited' : isOwn ? 'own' : 'shared'
  return { id, ...facts, tags: [...facts.tags], origin, author: email, mayEdit: isOwn || user.isSuperAdmin }
}

const builtInEntry = (user: GalleryUser, id: string, facts: TemplateFacts): TemplateEntry => ({
  id,
  ...facts,
  tags: [...facts.tags],
  origin: 'builtIn',
  author: null,
  mayEdit: user.isSuperAdmin,
})

const byCategoryAndTitle = (one: TemplateEntry, other: TemplateEntry): number =>
  compared(one.category, other.category) || compared(one.title, other.title) || compared(one.id, other.id)

const compared = (one: string, other: string): number => one.localeCompare(other, 'en')

/** Counts entries by category, in alphabetical order. */
export function categoriesOf(list: readonly { readonly category: string }[]): { category: string; count: number }[] {
  const counts = Map.groupBy(list, ({ category }) => category)
  return [...counts]
    .map(([category, entries]) => ({ category, count: entries.length }))
    .toSorted((one, other) => compared(one.category, other.category))
}
