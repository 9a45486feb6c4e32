import type { ListedPlugin, pluginOperations } from '@common/operations/plugins'
import type { MetaStore } from '@main/db/meta'
import type { Outbound } from '@main/features/outbound'
import type { Secrets } from '@main/features/secrets'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { englishBeside } from '@main/lib/messages'
import { noteChange, noteGone } from '@main/lib/note-change'
import { inProject, type CallContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { createPluginRepository } from './repository'
import { createPluginService, type PluginService } from './service'

export { deliverRequest, type Delivery } from './delivery'
export type { PluginService, SentMessage } from './service'

/** Services that projects send messages to. */
export interface Plugins extends FeatureModule<typeof pluginOperations>, Pick<PluginService, 'send'> {
  /** For legacy calls, which pass their context on. */
  readonly service: PluginService
}

export function createPlugins(options: {
  readonly store: MetaStore
  /** Encrypts addresses and tokens. */
  readonly secrets: Pick<Secrets, 'box'>
  readonly outbound: Outbound
  readonly clock: Clock
  readonly ids: Ids
}): Plugins {
  const { store, secrets, outbound, clock, ids } = options
  const box = secrets.box('nc_connection_secret', 'plugins')
  const service = createPluginService({ repository: createPluginRepository(store, box, ids), outbound, clock })
  return {
    service,
    send: service.send,
    handlers: {
      pluginList: async (context) => ({ list: await service.list(inProject(context).projectId) }),

      pluginTargetList: async (context) => ({ list: await service.targets(inProject(context).projectId) }),

      pluginSave: async (context, { plugin, active, entries }) => {
        const { before, after } = await service.save(inProject(context).projectId, plugin, active, entries)
        noteChange(context, pluginFacts(before), pluginFacts(after))
        return after
      },

      pluginActiveSet: async (context, { plugin, active }) => {
        const { before, after } = await service.setActive(inProject(context).projectId, plugin, active)
        noteChange(context, { enabled: before.isActive }, { enabled: after.isActive })
        return after
      },

      pluginDelete: async (context, { plugin }) => {
        noteGone(context, pluginFacts(await service.remove(inProject(context).projectId, plugin)))
        return null
      },

      pluginTest: async (context, { plugin, entry, to }) => testAnswer(context, service, { plugin, entry, to }),
    },
    audit: {
      pluginSave: ({ input: { plugin } }) => ({ operation: 'PLUGIN/SAVED', details: { title: plugin } }),
      pluginActiveSet: ({ input: { plugin, active } }) => ({
        operation: active ? 'PLUGIN/ON' : 'PLUGIN/OFF',
        details: { title: plugin },
      }),
      pluginDelete: ({ input: { plugin } }) => ({ operation: 'PLUGIN/DELETED', details: { title: plugin } }),
      pluginTest: ({ input: { plugin }, output: { sent } }) => ({
        operation: 'PLUGIN/TESTED',
        details: { title: plugin, sent },
      }),
    },
  }
}

type Tested = Pick<Parameters<Plugins['handlers']['pluginTest']>[1], 'plugin' | 'entry' | 'to'>

async function testAnswer(context: CallContext, service: PluginService, { plugin, entry, to }: Tested) {
  const { projectId } = inProject(context)
  const { sent, reason, status, ms } = await service.test(projectId, plugin, entry, to, context.signal)
  return { sent, status, ms, ...englishBeside('msg', reason) }
}

/** Facts of a plugin for the audit, without secrets. */
export function pluginFacts({ isInstalled, isActive, entries }: ListedPlugin): object {
  if (!isInstalled) return {}
  const [first] = entries
  const channels = entries.flatMap(({ values: { channel } }) => (channel === undefined ? [] : [channel]))
  return {
    enabled: isActive,
    ...(channels.length > 0 && { channels }),
    ...(first?.values.sid && { account: first.values.sid, from: first.values.from }),
  }
}
