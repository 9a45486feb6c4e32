import { wireMessage } from '@common/messages'
import { pluginFieldKeys, pluginIds, recipientPattern } from '@common/plugins/plugin'
import { z } from 'zod'
import { defineOperations } from './define'

/** Channels of one plugin. */
export const pluginEntriesMax = 20
export const pluginValueMax = 2_000

const plugin = z.enum(pluginIds)
const fieldKey = z.enum(pluginFieldKeys)
const values = z.partialRecord(fieldKey, z.string().trim().max(pluginValueMax))

const givenEntry = z.strictObject({
  values,
  /** Position of the stored entry whose secrets are used where `values` has none. */
  stored: z.int().min(0).max(pluginEntriesMax).optional(),
})
export type GivenPluginEntry = z.output<typeof givenEntry>

const listed = z.object({
  plugin,
  isInstalled: z.boolean(),
  /** False for a plugin that is installed and turned off. */
  isActive: z.boolean(),
  entries: z.array(
    z.object({
      /** Without secrets. */
      values,
      /** Secret fields that have a value. */
      secrets: z.array(fieldKey),
    }),
  ),
})
export type ListedPlugin = z.output<typeof listed>

/** A place that messages can go to. */
const target = z.object({
  plugin,
  /** Channel of a chat; empty for services without one. */
  channel: z.string(),
  /** True if a message needs a telephone number. */
  needsRecipient: z.boolean(),
})
export type MessageTarget = z.output<typeof target>

export const pluginOperations = defineOperations({
  /** Lists all plugins, with the fields of installed ones except for their secrets. */
  pluginList: {
    reads: ['plugins'],
    scope: 'project',
    permission: 'plugin.manage',
    input: z.strictObject({}),
    output: z.object({ list: z.array(listed) }),
    errors: [],
  },
  /** Lists the channels and services of active plugins, for jobs and automations that send messages. */
  pluginTargetList: {
    reads: ['plugins'],
    scope: 'project',
    permission: 'job.manage',
    input: z.strictObject({}),
    output: z.object({ list: z.array(target) }),
    errors: [],
  },
  /** Installs a plugin, or changes an installed one. */
  pluginSave: {
    changes: ['plugins'],
    scope: 'project',
    permission: 'plugin.manage',
    input: z.strictObject({
      plugin,
      active: z.boolean().default(true),
      entries: z.array(givenEntry).min(1).max(pluginEntriesMax),
    }),
    output: listed,
    errors: ['PLUGIN_FIELD_MISSING', 'PLUGIN_CHANNEL_TWICE', 'OUTBOUND_ADDRESS_INVALID', 'SECRETS_LOCKED'],
  },
  /** Turns an installed plugin on or off, without its fields. */
  pluginActiveSet: {
    changes: ['plugins'],
    scope: 'project',
    permission: 'plugin.manage',
    input: z.strictObject({ plugin, active: z.boolean() }),
    output: listed,
    errors: ['PLUGIN_NOT_INSTALLED'],
  },
  /** Uninstalls a plugin and forgets its fields. */
  pluginDelete: {
    changes: ['plugins'],
    scope: 'project',
    permission: 'plugin.manage',
    input: z.strictObject({ plugin }),
    output: z.null(),
    errors: ['PLUGIN_NOT_INSTALLED'],
  },
  /** Sends a test message and returns the answer of the service. Stores nothing. */
  pluginTest: {
    changes: [],
    scope: 'project',
    permission: 'plugin.manage',
    input: z.strictObject({
      plugin,
      entry: givenEntry,
      /** Telephone number, for services that need one. */
      to: z.string().regex(recipientPattern).optional(),
    }),
    output: z.object({
      sent: z.boolean(),
      msg: z.string(),
      message: wireMessage,
      /** Status of the answer; null without one. */
      status: z.number().nullable(),
      ms: z.number(),
    }),
    errors: ['PLUGIN_FIELD_MISSING', 'PLUGIN_RECIPIENT_MISSING', 'OUTBOUND_ADDRESS_INVALID', 'TOO_MANY_REQUESTS'],
  },
})
