import type { codeHostOperations } from '@common/operations/code-host'
import type { TestServer } from '@tests/helpers/server'
import { startTargetServer } from '@tests/helpers/target-server'

interface Call {
  readonly args?: unknown
  readonly token: string
}

/** Valid calls about the code host of templates, in execution order. A real server stands in for the code host. */
export function codeHostCalls(
  now: () => { readonly server: TestServer; readonly token: string },
): Record<keyof typeof codeHostOperations, () => Promise<Call>> {
  const as = (): Pick<Call, 'token'> => ({ token: now().token })
  const repo = { repo: 'acme/templates', branch: 'main', path: 'shared' }
  return {
    codeHostRead: async () => as(),
    codeHostSave: async () => ({ args: { ...repo, token: 'ghp_contract' }, ...as() }),
    codeHostPublish: async () => {
      const host = await startTargetServer()
      const path = `/repos/${repo.repo}/contents/${repo.path}/shop.json`
      host.answer(`${path}?ref=${repo.branch}`, (response) => response.writeHead(404).end('{}'))
      host.answer(path, (response) => {
        response.writeHead(201).end('{"content":null}', host.close)
      })
      await now().server.operate('installationSettingsSave', { outboundHosts: ['127.0.0.1'] }, as())
      await now().server.operate('codeHostSave', { ...repo, host: host.url(''), token: 'ghp_contract' }, as())
      const template = { title: 'Shop', tables: [{ tn: 'orders', columns: [{ cn: 'total', uidt: 'Currency' }] }] }
      return { args: { template, url: 'https://raw.example.com/shop.json' }, ...as() }
    },
  }
}
