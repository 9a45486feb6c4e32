import type { templateOperations } from '@common/operations/templates'
import type { StoredTemplate } from '@common/templates'
import { startTargetServer } from '@tests/helpers/target-server'
import type { TestServer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token: string
}

const template = {
  title: 'Shop',
  category: 'Sales',
  tags: [],
  description: '',
  image_url: '',
  tables: [{ tn: 'customers', columns: [{ cn: 'name', uidt: 'SingleLineText' }] }],
} as unknown as StoredTemplate

/** Valid calls about the gallery of templates. */
export function templateCalls(
  now: () => { readonly server: TestServer; readonly token: string },
): Record<keyof typeof templateOperations, () => Promise<Call>> {
  const as = (): Pick<Call, 'token'> => ({ token: now().token })
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
    templateTokenRead: async () => as(),
    templateTokenRotate: async () => as(),
  }
}
