import { serviceOperations } from '@common/operations/services'
import { pluginEntriesMax, pluginValueMax, type GivenPluginEntry, type ListedPlugin } from '@common/operations/plugins'
import { AppError } from '@common/errors'
import { isSecretField, messagePlugins, pluginOf, type MessagePlugin } from '@common/plugins'
import { pluginFacts, type PluginService } from '@main/features/plugins'
import { noteChange, noteGone } from '@main/lib/note-change'
import { inProject, type CallContext } from '@main/operations/context'
import { scripted } from '@main/operations/legacy-call'
import { z } from 'zod'
import { entryOf, inputOf, pluginRow, pluginRowOf, type PluginRow } from './plugin-rows'
import { required } from './required'
import { serviceRows, serviceTitled, setService, testService, type ServiceHandlers } from './services'

/** Services behind the calls about plugins. */
export interface PluginCallServices {
  readonly plugins: PluginService
  /** Operations about services of the installation, for super admins. */
  readonly services: ServiceHandlers
}

const title = z.string().min(1).max(100)
const text = z.string().max(pluginEntriesMax * pluginValueMax)
const declared = { scope: 'project', permission: 'plugin.manage' } as const

/** Calls about plugins and services (wire §14.3). Secrets are never in a row. */
export const pluginCalls = (services?: PluginCallServices) => ({
  xcPluginList: scripted(
    {
      ...declared,
      reads: ['plugins', 'installation'],
      input: z.strictObject({}),
      output: z.array(pluginRow),
      errors: [],
    },
    {
      handle: (context) => rowsOf(context, services),
    },
  ),
  /** Empty for a title that no plugin has. */
  xcPluginRead: scripted(
    {
      ...declared,
      reads: ['plugins', 'installation'],
      input: z.strictObject({ title }),
      output: pluginRow.optional(),
      errors: [],
    },
    {
      handle: async (context, { title: wanted }) =>
        (await rowsOf(context, services)).find((each) => each.title === wanted),
    },
  ),
  xcPluginSet: scripted(
    {
      ...declared,
      changes: ['plugins', 'installation', 'account'],
      input: z.strictObject({
        id: z.string().max(64).optional(),
        title,
        input: z.union([text, z.unknown()]).optional(),
        uninstall: z.boolean().optional(),
      }),
      output: z.undefined(),
      errors: [
        'PLUGIN_UNKNOWN',
        'PLUGIN_NOT_INSTALLED',
        'PLUGIN_FIELD_MISSING',
        'PLUGIN_CHANNEL_TWICE',
        ...serviceOperations.serviceSave.errors,
        ...serviceOperations.serviceDelete.errors,
      ],
    },
    {
      handle: async (context, { title: wanted, input, uninstall = false }) => {
        const { projectId } = inProject(context)
        const { plugins, services: handlers } = required(services)
        const service = serviceTitled(wanted)
        if (service !== undefined) {
          await setService(context, handlers, { service, input, uninstall })
          return undefined
        }
        const plugin = named(wanted)
        const id = plugin.id
        if (uninstall) noteGone(context, pluginFacts(await plugins.remove(projectId, id)))
        else {
          const { before, after } = await plugins.save(projectId, id, true, entriesOf(plugin, input))
          noteChange(context, pluginFacts(before), pluginFacts(after))
        }
        return undefined
      },
      audit: ({ title: plugin, uninstall }) => ({
        operation: uninstall === true ? 'PLUGIN/DELETED' : 'PLUGIN/SAVED',
        details: { title: plugin },
      }),
    },
  ),
  /** True, or 400 with the reason. Tests every entry of the input. */
  xcPluginTest: scripted(
    {
      ...declared,
      changes: [],
      input: z.strictObject({
        id: z.string().max(64).optional(),
        title,
        category: z.string().max(100).optional(),
        input: z.union([text, z.unknown()]).optional(),
      }),
      output: z.literal(true),
      errors: [
        'PLUGIN_UNKNOWN',
        'PLUGIN_FIELD_MISSING',
        'PLUGIN_TEST_FAILED',
        'PLUGIN_RECIPIENT_MISSING',
        ...serviceOperations.serviceTest.errors,
      ],
    },
    {
      handle: async (context, { title: wanted, input }) => {
        const { projectId } = inProject(context)
        const { plugins, services: handlers } = required(services)
        const service = serviceTitled(wanted)
        if (service !== undefined) {
          await testService(context, handlers, { service, input })
          return true as const
        }
        const plugin = named(wanted)
        for (const entry of entriesOf(plugin, input)) {
          const { sent, reason } = await plugins.test(projectId, plugin.id, entry, undefined, context.signal)
          if (!sent) throw new AppError('PLUGIN_TEST_FAILED', { reason })
        }
        return true as const
      },
      audit: ({ title: plugin }) => ({ operation: 'PLUGIN/TESTED', details: { title: plugin } }),
    },
  ),
})

const titleOf = ({ title: shown, wire }: MessagePlugin): string => wire.title ?? shown

function named(wanted: string): MessagePlugin {
  const plugin = messagePlugins.find((each) => titleOf(each) === wanted)
  if (plugin === undefined) throw new AppError('PLUGIN_UNKNOWN', { plugin: wanted })
  return plugin
}

/** Returns the entries of an input: JSON text or the object itself, a list for chats. */
function entriesOf({ isList, fields }: MessagePlugin, input: unknown): GivenPluginEntry[] {
  const value = inputOf(input)
  const list = isList && Array.isArray(value) ? value.slice(0, pluginEntriesMax) : [value]
  return list.map((each, stored) => {
    const entry = entryOf(each)
    const values = Object.fromEntries(
      fields.flatMap(({ key }) => {
        const content = entry[key]
        return typeof content === 'string' ? [[key, content.trim().slice(0, pluginValueMax)]] : []
      }),
    )
    return { values, stored }
  })
}

async function rowsOf(context: CallContext, services: PluginCallServices | undefined): Promise<PluginRow[]> {
  const { plugins, services: handlers } = required(services)
  const list = await plugins.list(inProject(context).projectId)
  return [...list.flatMap(rowOf), ...(await serviceRows(context, handlers))]
}

function rowOf({ plugin: id, isInstalled, isActive, entries }: ListedPlugin): PluginRow[] {
  const plugin = pluginOf(id)
  if (plugin === undefined) return []
  const { title: name, wire, isList, fields } = plugin
  const values = entries.map((entry) => entry.values)
  const row = pluginRowOf({
    id,
    title: titleOf(plugin),
    name,
    tags: wire.tags,
    category: wire.category,
    isList,
    items: fields.map((field) => ({
      key: field.key,
      type: isSecretField(field) ? 'secret' : 'text',
      isRequired: true,
    })),
    isInstalled,
    isActive,
    input: isList ? values : values[0],
  })
  return [row]
}
