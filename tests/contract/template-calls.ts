import type { templateOperations } from '@common/operations/templates'
import type { templateCalls as serviceCalls } from '@main/http/legacy/templates'
import type { StoredTemplate } from '@common/templates'
import { startTargetServer } from '@tests/helpers/target-server'
import type { TestServer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token: string
  readonly projectId?: string
}

/** `templateTablesCreate` is called by its old name. */
type Names =
  | Exclude<keyof typeof templateOperations, 'templateTablesCreate'>
  | keyof ReturnType<typeof serviceCalls>
  | 'xcModelsCreateFromTemplate'

const template = {
  title: 'Shop',
  category: 'Sales',
  tags: [],
  description: '',
  image_url: '',
  tables: [{ tn: 'customers', columns: [{ cn: 'name', uidt: 'SingleLineText' }] }],
} as unknown as StoredTemplate

const run = '0'.repeat(32)

/** Valid calls about the gallery of templates. */
export function templateCalls(
  now: () => { readonly server: TestServer; readonly token: string; readonly projectId: string },
): Record<Names, () => Promise<Call>> {
  const as = (): Pick<Call, 'token'> => ({ token: now().token })
  const inProject = (): Pick<Call, 'token' | 'projectId'> => {
    const { token, projectId } = now()
    return { token, projectId }
  }
  let count = 0
  /** Tables that no project has yet. */
  const fresh = (): StoredTemplate => ({
    ...template,
    tables: template.tables.map((table) => ({ ...table, tn: `shop_${(count += 1)}` })),
  })
  const made = async (): Promise<string> => (await now().server.operate('templateCreate', { template }, as())).id
  return {
    templateList: async () => as(),
    templateCategoryList: async () => as(),
    templateRead: async () => ({ args: { id: await made() }, ...as() }),
    templateFetch: async () => {
      const target = await startTargetServer()
      target.answer('/shop.json', (response) => {
        response.end(JSON.stringify(template))
        response.once('close', target.close)
      })
      await now().server.operate('installationSettingsSave', { outboundHosts: [target.host] }, as())
      return { args: { url: target.url('/shop.json') }, ...as() }
    },
    templateCreate: async () => ({ args: { template }, ...as() }),
    templateUpdate: async () => ({ args: { id: await made(), template: { ...template, title: 'Market' } }, ...as() }),
    templateDelete: async () => ({ args: { id: await made() }, ...as() }),
    templateLinkCreate: async () => ({ args: { template }, ...as() }),
    templateTablesCheck: async () => ({ args: { template: fresh() }, ...inProject() }),
    xcModelsCreateFromTemplate: async () => ({ args: { template: fresh() }, ...inProject() }),
    templateRunRead: async () => ({ args: { run }, ...as() }),
    templateRunCancel: async () => ({ args: { run }, ...as() }),
    projectTemplateRead: async () => ({ args: { rows: false }, ...inProject() }),
    projectTemplateSave: async () => ({
      args: { title: 'Records', category: 'Sales', rows: false },
      ...inProject(),
    }),
    templateTokenRead: async () => as(),
    templateTokenRotate: async () => as(),
    templateServiceList: async () => as(),
    templateServiceCategories: async () => as(),
    templateServiceRead: async () => ({ args: { template_id: await made() }, ...as() }),
    templateServiceCreate: async () => ({ args: template, ...as() }),
    templateServiceUpdate: async () => ({ args: { ...template, title: 'Market', template_id: await made() }, ...as() }),
    templateServiceLink: async () => ({ args: template, ...as() }),
  }
}
