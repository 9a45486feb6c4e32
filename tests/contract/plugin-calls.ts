import type { pluginOperations } from '@common/operations/plugins'
import type { TestServer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token: string
  readonly projectId: string
}

type Names = keyof typeof pluginOperations | 'xcPluginList' | 'xcPluginRead' | 'xcPluginSet' | 'xcPluginTest'

/** Valid calls about plugins, in execution order. Messages go to the server itself, which accepts them as referrals. */
export function pluginCalls(
  now: () => { readonly server: TestServer; readonly token: string; readonly projectId: string },
): Record<Names, () => Promise<Call>> {
  const as = (): Pick<Call, 'token' | 'projectId'> => ({ token: now().token, projectId: now().projectId })
  const entry = (): object => ({ channel: 'general', webhook_url: `${now().server.origin}/referral` })
  const allow = async (): Promise<void> => {
    const { server, token } = now()
    await server.operate('installationSettingsSave', { outboundHosts: ['127.0.0.1'] }, { token })
  }
  const install = async (plugin: 'slack' | 'teams' | 'discord'): Promise<void> => {
    const values = { channel: 'general', webhook_url: `${now().server.origin}/referral` }
    await now().server.operate('pluginSave', { plugin, entries: [{ values }] }, as())
  }
  return {
    pluginList: async () => as(),
    pluginTargetList: async () => as(),
    pluginSave: async () => ({ args: { plugin: 'mattermost', entries: [{ values: entry() }] }, ...as() }),
    pluginActiveSet: async () => {
      await install('slack')
      return { args: { plugin: 'slack', active: false }, ...as() }
    },
    pluginDelete: async () => {
      await install('teams')
      return { args: { plugin: 'teams' }, ...as() }
    },
    pluginTest: async () => {
      await allow()
      return { args: { plugin: 'slack', entry: { values: entry() } }, ...as() }
    },
    xcPluginList: async () => as(),
    xcPluginRead: async () => ({ args: { title: 'Slack' }, ...as() }),
    xcPluginSet: async () => ({ args: { title: 'Discord', input: JSON.stringify([entry()]) }, ...as() }),
    xcPluginTest: async () => {
      await allow()
      return { args: { title: 'Slack', category: 'Chat', input: [entry()] }, ...as() }
    },
  }
}
