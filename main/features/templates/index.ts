import { AppError } from '@common/errors'
import type { TemplateEntry, templateOperations } from '@common/operations/templates'
import type { StoredTemplate } from '@common/templates'
import type { MetaStore } from '@main/db/meta'
import type { Outbound } from '@main/features/outbound'
import type { Secrets } from '@main/features/secrets'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import type { CallContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { templateAudit } from './audit-rules'
import { createEditToken } from './edit-token'
import { createGallery } from './gallery'
import { createTemplateHost } from './host'
import { createTemplateRepository } from './repository'
import { checkedTemplate, createTemplateService, type TemplateService } from './service'

export type { TemplateService } from './service'

export interface TemplatesOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  readonly outbound: Outbound
  readonly secrets: Pick<Secrets, 'box'>
  /** Settings of the installation: another template service, and who may read the own one. */
  readonly settings: {
    readonly templateHost: () => Promise<string | undefined>
    readonly templatesPublic: () => Promise<boolean>
  }
}

/** The gallery of templates. */
export interface Templates extends FeatureModule<typeof templateOperations> {
  /** The service of this server, whatever host the gallery shows. */
  readonly service: TemplateService
}

/** The page of a template. */
export const templatePage = (id: string): string => `/dashboard/#/project/templates/${encodeURIComponent(id)}`

export function createTemplates(options: TemplatesOptions): Templates {
  const { store, clock, ids, outbound, secrets, settings } = options
  const editToken = createEditToken(store, secrets.box('nc_connection_secret', 'templates'), clock, ids)
  const gallery = createGallery(createTemplateRepository(store, clock), ids)
  const service = createTemplateService({ gallery, editToken, isPublic: settings.templatesPublic })
  const host = createTemplateHost(outbound)
  const { templateHost } = settings

  const read = async (context: CallContext, id: string): Promise<TemplateEntry & { template: StoredTemplate }> => {
    const address = await templateHost()
    return address === undefined ? service.read(context, id) : host.read(address, id, context.signal)
  }

  return {
    service,
    audit: templateAudit,
    handlers: {
      templateList: async (context) => {
        const address = await templateHost()
        if (address === undefined) return { list: await service.list(context), host: null }
        return { list: await host.list(address, context.signal), host: address }
      },

      templateCategoryList: async (context) => {
        const address = await templateHost()
        const list =
          address === undefined ? await service.categories(context) : await host.categories(address, context.signal)
        return { list }
      },

      templateRead: (context, { id }) => read(context, id),

      templateFetch: async ({ signal }, { url }) => ({ template: await host.fetch(url, signal) }),

      templateCreate: async (context, { template, token }) => {
        const address = await templateHost()
        if (address === undefined) return { id: await service.add(context, template, token) }
        const { signal } = context
        return { id: await host.add(address, { template: checkedTemplate(template), token, signal }) }
      },

      templateUpdate: async (context, { id, template, token }) => {
        const address = await templateHost()
        const { signal } = context
        if (address === undefined) await service.replace(context, id, template, token)
        else await host.replace(address, id, { template: checkedTemplate(template), token, signal })
        return { id }
      },

      templateDelete: async (context, { id, token }) => {
        // The service of S2 §7 has no call that deletes.
        if ((await templateHost()) !== undefined) throw new AppError('TEMPLATE_HOST_READ_ONLY')
        return { restored: await service.remove(context, id, token) }
      },

      templateLinkCreate: async (context, { template }) => {
        const address = await templateHost()
        const checked = checkedTemplate(template)
        if (address !== undefined) return { path: await host.link(address, checked, context.signal) }
        return { path: templatePage(await service.addOwn(context, checked, false)) }
      },

      templateTokenRead: async () => ({ token: await editToken.read() }),
      templateTokenRotate: async () => ({ token: await editToken.rotate() }),
    },
  }
}
