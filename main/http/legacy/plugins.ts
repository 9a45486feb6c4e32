import { typeFor } from '@common/columns/new-types'
import { pluginEntriesMax, pluginValueMax, type GivenPluginEntry, type ListedPlugin } from '@common/operations/plugins'
import { AppError } from '@common/errors'
import { isSecretField, messagePlugins, pluginOf, type MessagePlugin } from '@common/plugins'
import { pluginFacts, type PluginService } from '@main/features/plugins'
import { noteChange, noteGone } from '@main/lib/note-change'
import { inProject } from '@main/operations/context'
import { scripted } from '@main/operations/legacy-call'
import { z } from 'zod'
import { required } from './required'

/** Services behind the calls about plugins. */
export interface PluginCallServices {
  readonly plugins: PluginService
}

const row = z.object({
  id: z.string(),
  title: z.string(),
  description: z.null(),
  active: z.boolean(),
  rating: z.null(),
  version: z.string(),
  docs: z.null(),
  status: z.enum(['install', 'installed']),
  logo: z.null(),
  icon: z.null(),
  tags: z.string(),
  category: z.string(),
  input_schema: z.string(),
  input: z.string().nullable(),
  creator: z.null(),
  creator_website: z.null(),
  price: z.null(),
})

const title = z.string().min(1).max(100)
const text = z.string().max(pluginEntriesMax * pluginValueMax)
const declared = { scope: 'project', permission: 'plugin.manage' } as const

/** Calls about plugins (wire §14.3). Secrets are never in a row. */
export const pluginCalls = (services?: PluginCallServices) => ({
  xcPluginList: scripted(
    { ...declared, reads: ['plugins'], input: z.strictObject({}), output: z.array(row), errors: [] },
    {
      handle: async (context) =>
        (await required(services).plugins.list(inProject(context).projectId)).flatMap((plugin) => rowOf(plugin)),
    },
  ),
  /** Empty for a title that no plugin has. */
  xcPluginRead: scripted(
    {
      ...declared,
      reads: ['plugins'],
      input: z.strictObject({ title }),
      output: row.optional(),
      errors: [],
    },
    {
      handle: async (context, { title: wanted }) => {
        const list = await required(services).plugins.list(inProject(context).projectId)
        return list.flatMap((plugin) => rowOf(plugin)).find((each) => each.title === wanted)
      },
    },
  ),
  xcPluginSet: scripted(
    {
      ...declared,
      changes: ['plugins'],
      input: z.strictObject({
        id: z.string().max(64).optional(),
        title,
        input: z.union([text, z.unknown()]).optional(),
        uninstall: z.boolean().optional(),
      }),
      output: z.undefined(),
      errors: ['PLUGIN_UNKNOWN', 'PLUGIN_NOT_INSTALLED', 'PLUGIN_FIELD_MISSING', 'PLUGIN_CHANNEL_TWICE'],
    },
    {
      handle: async (context, { title: wanted, input, uninstall = false }) => {
        const { projectId } = inProject(context)
        const { plugins } = required(services)
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
      errors: ['PLUGIN_UNKNOWN', 'PLUGIN_FIELD_MISSING', 'PLUGIN_TEST_FAILED', 'PLUGIN_RECIPIENT_MISSING'],
    },
    {
      handle: async (context, { title: wanted, input }) => {
        const { projectId } = inProject(context)
        const plugin = named(wanted)
        for (const entry of entriesOf(plugin, input)) {
          const { sent, reason } = await required(services).plugins.test(
            projectId,
            plugin.id,
            entry,
            undefined,
            context.signal,
          )
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

const given = z.record(z.string(), z.unknown())

/** Returns the entries of an input: JSON text or the object itself, a list for chats. */
function entriesOf({ isList, fields }: MessagePlugin, input: unknown): GivenPluginEntry[] {
  const value: unknown = typeof input === 'string' ? parsed(input) : input
  const list = isList && Array.isArray(value) ? value.slice(0, pluginEntriesMax) : [value]
  return list.map((each, stored) => {
    const entry = given.safeParse(each).data ?? {}
    const values = Object.fromEntries(
      fields.flatMap(({ key }) => {
        const content = entry[key]
        return typeof content === 'string' ? [[key, content.trim().slice(0, pluginValueMax)]] : []
      }),
    )
    return { values, stored }
  })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return {}
  }
}

function rowOf({ plugin: id, isInstalled, isActive, entries }: ListedPlugin): z.output<typeof row>[] {
  const plugin = pluginOf(id)
  if (plugin === undefined) return []
  const values = entries.map((entry) => entry.values)
  return [
    {
      id,
      title: titleOf(plugin),
      description: null,
      active: isActive,
      rating: null,
      version: '0.0.1',
      docs: null,
      status: isInstalled ? 'installed' : 'install',
      logo: null,
      icon: null,
      tags: plugin.wire.tags,
      category: plugin.wire.category,
      input_schema: JSON.stringify(schemaOf(plugin)),
      input: isInstalled ? JSON.stringify(plugin.isList ? values : values[0]) : null,
      creator: null,
      creator_website: null,
      price: null,
    },
  ]
}

function schemaOf({ title: name, isList, fields }: MessagePlugin): object {
  return {
    title: name,
    ...(isList && { array: true }),
    items: fields.map((field) => ({
      key: field.key,
      label: field.key,
      placeholder: '',
      type: isSecretField(field) ? 'Password' : typeFor.text,
      required: true,
    })),
    actions: [
      { label: 'Test', key: 'test', actionType: 'TEST' },
      { label: 'Save', key: 'save', actionType: 'SUBMIT' },
    ],
    msgOnInstall: '',
    msgOnUninstall: '',
  }
}
