import { AppError } from '@common/errors'
import type { TemplateEntry } from '@common/operations/templates'
import type { StoredTemplate } from '@common/templates'
import type { CallContext } from '@main/operations/context'
import type { TemplateHost } from './host'
import { checkedTemplate, templatePage, type TemplateService } from './service'

/** The gallery that the screens show: that of this server, or that of another template service. */
export interface TemplateSource {
  /** Address of the other service; null for this server. */
  readonly host: string | null
  readonly list: () => Promise<TemplateEntry[]>
  readonly categories: () => Promise<{ category: string; count: number }[]>
  /** @throws AppError TEMPLATE_NOT_FOUND */
  readonly read: (id: string) => Promise<TemplateEntry & { template: StoredTemplate }>
  /** @returns the id */
  readonly add: (template: StoredTemplate, token: string | undefined) => Promise<string>
  /** Adds a template of the caller's project. This server takes it without the edit token. */
  readonly addOwn: (template: StoredTemplate, token: string | undefined) => Promise<string>
  readonly replace: (id: string, template: StoredTemplate, token: string | undefined) => Promise<void>
  /** @returns true if a built-in template is back. @throws AppError TEMPLATE_HOST_READ_ONLY */
  readonly remove: (id: string, token: string | undefined) => Promise<boolean>
  /** Stores a template apart from the gallery. @returns the address of its page */
  readonly link: (template: StoredTemplate) => Promise<string>
}

/** The gallery of this server, with the rights of the caller. */
export const ownSource = (service: TemplateService, context: CallContext): TemplateSource => ({
  host: null,
  list: () => service.list(context),
  categories: () => service.categories(context),
  read: (id) => service.read(context, id),
  add: (template, token) => service.add(context, template, token),
  addOwn: (template) => service.addOwn(context, template, true),
  replace: (id, template, token) => service.replace(context, id, template, token),
  remove: (id, token) => service.remove(context, id, token),
  link: async (template) => templatePage(await service.addOwn(context, template, false)),
})

/** The gallery of another service (S2 §7), which has no call that deletes. */
export function remoteSource(remote: TemplateHost, host: string, { signal }: CallContext): TemplateSource {
  const add = (template: StoredTemplate, token: string | undefined): Promise<string> =>
    remote.add(host, { template: checkedTemplate(template), token, signal })
  return {
    host,
    list: () => remote.list(host, signal),
    categories: () => remote.categories(host, signal),
    read: (id) => remote.read(host, id, signal),
    add,
    addOwn: add,
    replace: (id, template, token) => remote.replace(host, id, { template: checkedTemplate(template), token, signal }),
    remove: () => Promise.reject(new AppError('TEMPLATE_HOST_READ_ONLY')),
    link: (template) => remote.link(host, checkedTemplate(template), signal),
  }
}
