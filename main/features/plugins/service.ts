import { AppError } from '@common/errors'
import { message } from '@common/messages'
import {
  isSecretField,
  pluginIds,
  pluginOf,
  type MessagePlugin,
  type PluginId,
  type PluginMessage,
  type PluginRequest,
  type PluginValues,
} from '@common/plugins'
import type { GivenPluginEntry, ListedPlugin, MessageTarget } from '@common/operations/plugins'
import { createQueue } from '@common/util/queue'
import type { Outbound } from '@main/features/outbound'
import type { Clock } from '@main/lib/clock'
import { deliverRequest, type DeliveredRequest, type Delivery } from './delivery'
import type { InstalledPlugin, PluginRepository } from './repository'

/** A message to one target. */
export interface SentMessage extends Pick<MessageTarget, 'plugin' | 'channel'> {
  readonly text: string
  /** Telephone number as +4915112345678, for targets that need a recipient. */
  readonly to?: string | undefined
}

interface SendOptions {
  readonly signal?: AbortSignal | undefined
  /** Added to the request. */
  readonly headers?: DeliveredRequest['headers']
}

interface ChangedPlugin {
  readonly before: ListedPlugin
  readonly after: ListedPlugin
}

/** Plugins of projects. Requests go to public addresses and to hosts that a super admin allows. */
export interface PluginService {
  readonly list: (projectId: string) => Promise<ListedPlugin[]>
  readonly save: (
    projectId: string,
    plugin: PluginId,
    active: boolean,
    entries: readonly GivenPluginEntry[],
  ) => Promise<ChangedPlugin>
  readonly setActive: (projectId: string, plugin: PluginId, active: boolean) => Promise<ChangedPlugin>
  readonly remove: (projectId: string, plugin: PluginId) => Promise<ListedPlugin>
  readonly test: (
    projectId: string,
    plugin: PluginId,
    entry: GivenPluginEntry,
    to: string | undefined,
    signal: AbortSignal,
  ) => Promise<Delivery>
  /** Lists the targets of active plugins. */
  readonly targets: (projectId: string) => Promise<MessageTarget[]>
  /**
   * Sends a message once. `sent` is false if the service or the network rejects it.
   *
   * @throws AppError PLUGIN_TARGET_GONE, PLUGIN_RECIPIENT_MISSING, REQUEST_CANCELLED
   */
  readonly send: (projectId: string, message: SentMessage, options?: SendOptions) => Promise<Delivery>
}

/** Concurrent tests: a limit against scanning a network with them. */
const testsAtOnce = 2
const testsWaiting = 10
const limits = { timeoutMs: 15_000, answerBytesMax: 2_000, answerCharactersMax: 200 }

export function createPluginService(options: {
  readonly repository: PluginRepository
  readonly outbound: Outbound
  readonly clock: Clock
}): PluginService {
  const { repository, outbound, clock } = options
  const now = (): string => clock.now().toISOString()
  const { run: inTurn } = createQueue({ maxWaiting: 100 })
  const tests = createQueue({ concurrency: testsAtOnce, maxWaiting: testsWaiting })

  const deliver = (
    plugin: MessagePlugin,
    values: PluginValues,
    text: PluginMessage,
    { signal, headers: added = [] }: SendOptions,
  ): Promise<Delivery> => {
    const { url, headers, basic, body } = plugin.request(values, text)
    const sent = [...headers, ...added, ...(basic === undefined ? [] : [basicHeader(basic)])]
    const request = { url, headers: sent, body }
    const accepted = message('server.plugin.accepted', { plugin: plugin.title })
    return deliverRequest({ ...request, ...limits, plugin: plugin.title, accepted, signal }, { outbound, clock })
  }

  const installed = async (projectId: string, plugin: PluginId): Promise<InstalledPlugin> => {
    const found = await repository.find(projectId, plugin)
    if (found === undefined) throw new AppError('PLUGIN_NOT_INSTALLED', { plugin: titleOf(plugin) })
    return found
  }

  return {
    list: async (projectId) => {
      const found = await repository.list(projectId)
      return pluginIds.map((id) =>
        listed(
          id,
          found.find(({ plugin }) => plugin === id),
        ),
      )
    },

    save: (projectId, plugin, isActive, entries) =>
      inTurn(async () => {
        const stored = await repository.find(projectId, plugin)
        const after = { plugin, isActive, entries: entries.map((entry) => filled(plugin, entry, stored)) }
        checkChannels(after)
        await repository.save(projectId, after, now())
        return { before: listed(plugin, stored), after: listed(plugin, after) }
      }),

    setActive: (projectId, plugin, active) =>
      inTurn(async () => {
        const found = await installed(projectId, plugin)
        await repository.setActive(projectId, plugin, active, now())
        return { before: listed(plugin, found), after: listed(plugin, { ...found, isActive: active }) }
      }),

    remove: (projectId, plugin) =>
      inTurn(async () => {
        const found = await installed(projectId, plugin)
        await repository.remove(projectId, plugin)
        return listed(plugin, found)
      }),

    test: async (projectId, id, entry, to, signal) => {
      const plugin = required(id)
      const values = filled(id, entry, await repository.find(projectId, id))
      checkRecipient(plugin, to)
      return tests.run(() => deliver(plugin, values, { text: testText, to }, { signal }))
    },

    targets: async (projectId) =>
      (await repository.list(projectId)).flatMap(({ plugin, isActive, entries }) =>
        isActive
          ? entries.map(({ channel = '' }) => ({ plugin, channel, needsRecipient: required(plugin).needsRecipient }))
          : [],
      ),

    send: async (projectId, { plugin: id, channel, text, to }, options = {}) => {
      const found = await repository.find(projectId, id)
      const values = found?.entries.find((entry) => (entry.channel ?? '') === channel)
      if (found?.isActive !== true || values === undefined)
        throw new AppError('PLUGIN_TARGET_GONE', { plugin: titleOf(id), channel })
      const plugin = required(id)
      checkRecipient(plugin, to)
      return deliver(plugin, values, { text, to }, options)
    },
  }
}

/** In English: people outside of Basalt read it, in a language that isn't known. */
const testText = 'Basalt: test message'

function required(id: PluginId): MessagePlugin {
  const plugin = pluginOf(id)
  if (plugin === undefined) throw new Error(`No plugin ${id}`)
  return plugin
}

/** Returns the header of basic authentication (RFC 7617). */
const basicHeader = ({ user, password }: NonNullable<PluginRequest['basic']>): readonly [string, string] => [
  'authorization',
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`,
]

const titleOf = (id: PluginId): string => required(id).title

/** Returns the values of an entry with its stored secrets. @throws AppError PLUGIN_FIELD_MISSING, OUTBOUND_ADDRESS_INVALID */
function filled(
  id: PluginId,
  { values, stored: at }: GivenPluginEntry,
  stored: InstalledPlugin | undefined,
): PluginValues {
  const before = at === undefined ? undefined : stored?.entries[at]
  return Object.fromEntries(
    required(id).fields.map((field) => {
      const given = values[field.key] ?? ''
      const value = given === '' && isSecretField(field) ? (before?.[field.key] ?? '') : given
      if (value === '')
        throw new AppError('PLUGIN_FIELD_MISSING', { field: message(`server.pluginFields.${field.key}`) })
      if (field.kind === 'address' && !isWebAddress(value)) throw new AppError('OUTBOUND_ADDRESS_INVALID')
      return [field.key, value]
    }),
  )
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

function checkChannels({ plugin, entries }: InstalledPlugin): void {
  const seen = new Set<string>()
  for (const { channel = '' } of entries) {
    if (seen.has(channel)) throw new AppError('PLUGIN_CHANNEL_TWICE', { plugin: titleOf(plugin), channel })
    seen.add(channel)
  }
}

function checkRecipient({ needsRecipient }: MessagePlugin, to: string | undefined): void {
  if (needsRecipient && to === undefined) throw new AppError('PLUGIN_RECIPIENT_MISSING')
}

/** Returns a plugin without its secrets. */
function listed(id: PluginId, installed: InstalledPlugin | undefined): ListedPlugin {
  const { fields } = required(id)
  return {
    plugin: id,
    isInstalled: installed !== undefined,
    isActive: installed?.isActive ?? false,
    entries: (installed?.entries ?? []).map((entry) => ({
      values: Object.fromEntries(
        fields.filter((field) => !isSecretField(field)).map(({ key }) => [key, entry[key] ?? '']),
      ),
      secrets: fields.filter((field) => isSecretField(field) && entry[field.key] !== undefined).map(({ key }) => key),
    })),
  }
}
