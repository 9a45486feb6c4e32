import { isSecretField, pluginOf, type PluginId, type PluginValues } from '@common/plugins'
import { deleteFrom, insertOrUpdate, metaTables, updateIn, type MetaStore, type PluginRow } from '@main/db/meta'
import type { Ids } from '@main/lib/ids'
import type { SecretBox } from '@main/lib/secret-box'
import { z } from 'zod'

const { plugins } = metaTables

/** An installed plugin with its secrets, for the server only. */
export interface InstalledPlugin {
  readonly plugin: PluginId
  readonly isActive: boolean
  /** A field is missing if its secret can't be decrypted any more. */
  readonly entries: readonly PluginValues[]
}

/** SQL of installed plugins. */
export interface PluginRepository {
  readonly list: (projectId: string) => Promise<InstalledPlugin[]>
  readonly find: (projectId: string, plugin: PluginId) => Promise<InstalledPlugin | undefined>
  readonly save: (projectId: string, plugin: InstalledPlugin, now: string) => Promise<void>
  readonly setActive: (projectId: string, plugin: PluginId, active: boolean, now: string) => Promise<void>
  readonly remove: (projectId: string, plugin: PluginId) => Promise<void>
}

const entriesShape = z.array(z.record(z.string(), z.string()))

export function createPluginRepository(store: MetaStore, box: SecretBox, ids: Ids): PluginRepository {
  const placeOf = (projectId: string, plugin: string): string => `${projectId}/${plugin}`

  const installed = (row: PluginRow): InstalledPlugin[] => {
    const plugin = pluginOf(row.plugin)
    if (plugin === undefined) return []
    const opened = box.open(row.sealed, placeOf(row.project_id, row.plugin))
    const secrets = opened === undefined ? [] : parsed(opened)
    const entries = parsed(row.input).map((entry, at) => ({ ...entry, ...secrets[at] }))
    return [{ plugin: plugin.id, isActive: row.active === 1, entries }]
  }

  return {
    list: async (projectId) => (await store.select(plugins, { project_id: projectId })).flatMap(installed),
    find: async (projectId, plugin) => {
      const row = await store.find(plugins, { project_id: projectId, plugin })
      return row && installed(row)[0]
    },
    save: async (projectId, { plugin, isActive, entries }, now) => {
      const secretKeys = new Set<string>(
        pluginOf(plugin)
          ?.fields.filter(isSecretField)
          .map(({ key }) => key),
      )
      const part = (isSecret: boolean): string =>
        JSON.stringify(
          entries.map((entry) =>
            Object.fromEntries(Object.entries(entry).filter(([key]) => secretKeys.has(key) === isSecret)),
          ),
        )
      await store.transact([
        insertOrUpdate(plugins, ['project_id', 'plugin'], {
          id: ids.hex(16),
          project_id: projectId,
          plugin,
          active: isActive ? 1 : 0,
          input: part(false),
          sealed: box.seal(part(true), placeOf(projectId, plugin)),
          created_at: now,
          updated_at: now,
        }),
      ])
    },
    setActive: async (projectId, plugin, active, now) => {
      const change = { active: active ? 1 : 0, updated_at: now }
      await store.transact([updateIn(plugins, change, { project_id: projectId, plugin })])
    },
    remove: async (projectId, plugin) => {
      await store.transact([deleteFrom(plugins, { project_id: projectId, plugin })])
    },
  }
}

function parsed(text: string): readonly PluginValues[] {
  return entriesShape.safeParse(JSON.parse(text)).data ?? []
}
