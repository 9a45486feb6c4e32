import { AppError } from '@common/errors'
import type { templateOperations } from '@common/operations/templates'
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
import { ownSource, remoteSource, type TemplateSource } from './source'

export { templatePage, type TemplateService } from './service'

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

export function createTemplates(options: TemplatesOptions): Templates {
  const { store, clock, ids, outbound, secrets, settings } = options
  const editToken = createEditToken(store, secrets.box('nc_connection_secret', 'templates'), clock, ids)
  const gallery = createGallery(createTemplateRepository(store, clock), ids)
  const service = createTemplateService({ gallery, editToken, isPublic: settings.templatesPublic })
  const host = createTemplateHost(outbound)
  const making = createTemplateMaking({ clock, copies: options.copies })

  const sourceOf = async (context: CallContext): Promise<TemplateSource> => {
    const address = await settings.templateHost()
    return address === undefined ? ownSource(service, context) : remoteSource(host, address, context)
  }

  const templateOf = async (context: CallContext, { template, templateId }: Used): Promise<StoredTemplate> => {
    if (template !== undefined) return checkedTemplate(template, { isUntitled: true })
    if (templateId === undefined) throw new AppError('TEMPLATE_INVALID')
    return (await (await sourceOf(context)).read(templateId)).template
  }

  const usedOf = async (context: CallContext, used: Used) => ({
    template: await templateOf(context, used),
    rows: used.rows ?? true,
    run: used.run,
  })

  return {
    service,
    createProject: async (context, given, used) => making.createProject(context, given, await usedOf(context, used)),
    audit: templateAudit,
    handlers: {
      templateList: async (context) => {
        const source = await sourceOf(context)
        return { list: await source.list(), host: source.host }
      },

      templateCategoryList: async (context) => ({ list: await (await sourceOf(context)).categories() }),

      templateRead: async (context, { id }) => (await sourceOf(context)).read(id),

      templateFetch: async ({ signal }, { url }) => ({ template: await host.fetch(url, signal) }),

      templateCreate: async (context, { template, token }) => ({
        id: await (await sourceOf(context)).add(template, token),
      }),

      templateUpdate: async (context, { id, template, token }) => {
        await (await sourceOf(context)).replace(id, template, token)
        return { id }
      },

      templateDelete: async (context, { id, token }) => ({
        restored: await (await sourceOf(context)).remove(id, token),
      }),

      templateLinkCreate: async (context, { template }) => ({ path: await (await sourceOf(context)).link(template) }),

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
        const source = await sourceOf(context)
        if (id === undefined) return { id: await source.addOwn(template, token) }
        await source.replace(id, template, token)
        return { id }
      },

      templateTokenRead: async () => ({ token: await editToken.read() }),
      templateTokenRotate: async () => ({ token: await editToken.rotate() }),
    },
  }
}
