import { AppError } from '@common/errors'
import type { TemplateEntry, templateOperations } from '@common/operations/templates'
import type { StoredTemplate } from '@common/templates'
import type { MetaStore } from '@main/db/meta'
import { authorize } from '@main/features/auth'
import type { CopyService } from '@main/features/copies'
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
import { createTemplateMaking, type TemplateMaking } from './making'
import { createTemplateRepository } from './repository'
import { checkedTemplate, createTemplateService, type TemplateService } from './service'

export type { TemplateService } from './service'

export interface TemplatesOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
  readonly outbound: Outbound
  readonly secrets: Pick<Secrets, 'box'>
  readonly copies: CopyService
  /** Settings of the installation: another template service, and who may read the own one. */
  readonly settings: {
    readonly templateHost: () => Promise<string | undefined>
    readonly templatesPublic: () => Promise<boolean>
  }
}

/** The gallery of templates, and what is made of them. */
export interface Templates extends FeatureModule<typeof templateOperations> {
  /** Creates a project with the tables of a template. */
  readonly createProject: (
    context: CallContext,
    given: Parameters<TemplateMaking['createProject']>[1],
    used: Used,
  ) => ReturnType<TemplateMaking['createProject']>
  /** The service of this server, whatever host the gallery shows. */
  readonly service: TemplateService
}

/** A template that a call gives or names. */
interface Used {
  readonly template?: StoredTemplate | undefined
  readonly templateId?: string | undefined
  readonly rows?: boolean | undefined
  readonly run?: string | undefined
}

/** The page of a template. */
export const templatePage = (id: string): string => `/dashboard/#/project/templates/${encodeURIComponent(id)}`

export function createTemplates(options: TemplatesOptions): Templates {
  const { store, clock, ids, outbound, secrets, settings } = options
  const editToken = createEditToken(store, secrets.box('nc_connection_secret', 'templates'), clock, ids)
  const gallery = createGallery(createTemplateRepository(store, clock), ids)
  const service = createTemplateService({ gallery, editToken, isPublic: settings.templatesPublic })
  const host = createTemplateHost(outbound)
  const making = createTemplateMaking({ clock, copies: options.copies })
  const { templateHost } = settings

  const read = async (context: CallContext, id: string): Promise<TemplateEntry & { template: StoredTemplate }> => {
    const address = await templateHost()
    return address === undefined ? service.read(context, id) : host.read(address, id, context.signal)
  }

  const templateOf = async (context: CallContext, { template, templateId }: Used): Promise<StoredTemplate> => {
    if (template !== undefined) return checkedTemplate(template, { isUntitled: true })
    if (templateId === undefined) throw new AppError('TEMPLATE_INVALID')
    return (await read(context, templateId)).template
  }

  const usedOf = async (context: CallContext, used: Used) => ({
    template: await templateOf(context, used),
    rows: used.rows ?? true,
    run: used.run,
  })

  const saved = async (
    context: CallContext,
    {
      id,
      template,
      token,
    }: { readonly id?: string | undefined; readonly template: StoredTemplate; readonly token?: string | undefined },
  ): Promise<string> => {
    const address = await templateHost()
    const { signal } = context
    if (address === undefined) {
      if (id === undefined) return service.addOwn(context, template, true)
      await service.replace(context, id, template, token)
      return id
    }
    if (id === undefined) return host.add(address, { template, token, signal })
    await host.replace(address, id, { template, token, signal })
    return id
  }

  return {
    service,
    createProject: async (context, given, used) => making.createProject(context, given, await usedOf(context, used)),
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

      templateTablesCheck: async (context, used) => ({
        existing: [...(await making.clashes(context, await templateOf(context, used)))],
      }),

      templateTablesCreate: async (context, used) => {
        const { tables, relations, rows } = await making.createTables(context, await usedOf(context, used))
        return { tables: [...tables], relations: [...relations], rows }
      },

      templateRunRead: (context, { run }) => making.readRun(context, run),
      templateRunCancel: (context, { run }) => ({ cancelled: making.cancelRun(context, run) }),

      projectTemplateRead: async (context, { rows, title }) => {
        if (rows) authorize(context, 'row.export')
        const template = await making.ofProject(context, rows)
        return { template: title === undefined ? template : { ...template, title } }
      },

      projectTemplateSave: async (context, { id, rows, token, image, ...facts }) => {
        if (rows) authorize(context, 'row.export')
        const template = { ...(await making.ofProject(context, rows)), ...facts, image_url: image }
        return { id: await saved(context, { id, template, token }) }
      },

      templateTokenRead: async () => ({ token: await editToken.read() }),
      templateTokenRotate: async () => ({ token: await editToken.rotate() }),
    },
  }
}
