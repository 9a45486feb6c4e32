import { AppError } from '@common/errors'
import type { TemplateEntry } from '@common/operations/templates'
import { accountOf, isVisitor, userOf } from '@common/principal'
import { storedTemplate, templateFacts, templateLimits, type StoredTemplate } from '@common/templates'
import { noteChange, noteGone } from '@main/lib/note-change'
import type { CallContext } from '@main/operations/context'
import type { EditToken } from './edit-token'
import { categoriesOf, type Gallery, type GalleryUser } from './gallery'
import type { TemplateAuthor } from './repository'

/** The page of a template. */
export const templatePage = (id: string): string => `/dashboard/#/project/templates/${encodeURIComponent(id)}`

type Caller = Pick<CallContext, 'principal' | 'noteForAudit'>

/** The template service of this server with its rights (S2 §6): scripts prove theirs with the edit token. */
export interface TemplateService {
  /** @param token  from the address of a script. @throws AppError NOT_SIGNED_IN, NOT_ALLOWED, TEMPLATE_TOKEN_WRONG */
  readonly mayRead: (context: Caller, token: string | undefined) => Promise<void>
  readonly list: (context: Caller) => Promise<TemplateEntry[]>
  readonly categories: (context: Caller) => Promise<{ category: string; count: number }[]>
  /** @throws AppError TEMPLATE_NOT_FOUND */
  readonly read: (context: Caller, id: string) => Promise<TemplateEntry & { template: StoredTemplate }>
  /** @throws AppError TEMPLATE_INVALID, TEMPLATES_TOO_MANY, and errors of a missing right */
  readonly add: (context: Caller, template: unknown, token: string | undefined) => Promise<string>
  /** Adds a template that is the caller's own, such as one of a project. */
  readonly addOwn: (context: Caller, template: unknown, isListed: boolean) => Promise<string>
  /** @throws AppError TEMPLATE_NOT_FOUND, TEMPLATE_INVALID, and errors of a missing right */
  readonly replace: (context: Caller, id: string, template: unknown, token: string | undefined) => Promise<void>
  readonly remove: (context: Caller, id: string, token: string | undefined) => Promise<boolean>
}

export function createTemplateService({
  gallery,
  editToken,
  isPublic,
}: {
  readonly gallery: Gallery
  readonly editToken: EditToken
  /** True if everybody who reaches this server may read the gallery. */
  readonly isPublic: () => Promise<boolean>
}): TemplateService {
  const checkToken = async (token: string): Promise<void> => {
    if (!(await editToken.isRight(token))) throw new AppError('TEMPLATE_TOKEN_WRONG')
  }

  const mayChange = async (context: Caller, token: string | undefined, author?: TemplateAuthor): Promise<void> => {
    if (token !== undefined) return checkToken(token)
    const user = galleryUser(context)
    if (context.principal.kind === 'anonymous') throw new AppError('NOT_SIGNED_IN')
    const isOwn = user.userId !== null && user.userId === author?.userId
    if (!isOwn && !user.isSuperAdmin) throw new AppError('TEMPLATE_TOKEN_REQUIRED')
  }

  const addOwn: TemplateService['addOwn'] = (context, template, isListed) =>
    gallery.add(authorOf(context), checkedTemplate(template), { isListed })

  const list: TemplateService['list'] = (context) => gallery.list(galleryUser(context))

  return {
    mayRead: async ({ principal }, token) => {
      if (token !== undefined) return checkToken(token)
      if (userOf(principal) !== null || (await isPublic())) return
      throw new AppError(isVisitor(principal) ? 'NOT_ALLOWED' : 'NOT_SIGNED_IN')
    },
    list,
    categories: async (context) => categoriesOf(await list(context)),
    read: (context, id) => gallery.read(galleryUser(context), id),
    add: async (context, template, token) => {
      await mayChange(context, token)
      return addOwn(context, template, true)
    },
    addOwn,
    replace: async (context, id, template, token) => {
      const author = await gallery.author(id)
      await mayChange(context, token, author)
      if (author === undefined) throw new AppError('TEMPLATE_NOT_FOUND')
      const checked = checkedTemplate(template)
      const { template: before } = await gallery.read(galleryUser(context), id)
      await gallery.replace(authorOf(context), id, checked)
      noteChange(context, templateFacts(before), templateFacts(checked))
    },
    remove: async (context, id, token) => {
      const author = await gallery.author(id)
      await mayChange(context, token, author)
      const { title, category, tables } = await gallery.read(galleryUser(context), id)
      const isRestored = await gallery.remove(id)
      noteGone(context, { title, category, tables })
      return isRestored
    },
  }
}

function galleryUser(context: Caller): GalleryUser {
  return { ...authorOf(context), isSuperAdmin: accountOf(context.principal)?.isSuperAdmin === true }
}

function authorOf({ principal }: Caller): TemplateAuthor {
  const account = accountOf(principal)
  return { userId: account?.userId ?? null, email: account?.email ?? null }
}

/**
 * Checks a template that comes from outside.
 *
 * @param options.isUntitled  true for a template that is used at once, which needs no title
 * @throws AppError TEMPLATE_INVALID
 */
export function checkedTemplate(
  given: unknown,
  { isUntitled = false }: { readonly isUntitled?: boolean } = {},
): StoredTemplate {
  const { data: template, error } = storedTemplate.safeParse(given)
  if (template === undefined)
    throw new AppError('TEMPLATE_INVALID', { place: error.issues[0]?.path.map(String).join('.') ?? '' })
  if (!isUntitled && template.title.trim() === '') throw new AppError('TEMPLATE_INVALID', { place: 'title' })
  if (JSON.stringify(template).length > templateLimits.bytes) throw new AppError('TEMPLATE_INVALID')
  return template
}
