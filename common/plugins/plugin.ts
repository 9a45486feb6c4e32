/** Areas of the app store. */
export const pluginCategories = ['mail', 'storage', 'chat', 'sms', 'signIn'] as const
export type PluginCategory = (typeof pluginCategories)[number]

/** Ids of plugins, in the order of the app store. */
export const pluginIds = ['slack', 'teams', 'discord', 'mattermost', 'twilio', 'whatsapp'] as const
export type PluginId = (typeof pluginIds)[number]

/** A telephone number with its country (E.164). */
export const recipientPattern = /^\+[1-9]\d{5,14}$/

/** Names of fields, as the original's plugins have them (wire §14.3). Their labels are `plugins.fields.{key}`
 * on the page and `server.pluginFields.{key}` in errors. */
export const pluginFieldKeys = ['channel', 'webhook_url', 'sid', 'token', 'from'] as const
export type PluginFieldKey = (typeof pluginFieldKeys)[number]

/** One field of a plugin's form. */
export interface PluginField {
  readonly key: PluginFieldKey
  /** `secret` values are encrypted and never returned. `address` values are secret addresses. */
  readonly kind: 'text' | 'secret' | 'address'
}

/** Values of one entry of a plugin, by field. */
export type PluginValues = Readonly<Partial<Record<PluginFieldKey, string>>>

/** A message that goes out through a plugin. */
export interface PluginMessage {
  readonly text: string
  /** Telephone number of the recipient, for plugins that need one. */
  readonly to?: string | undefined
}

/** The request that delivers a message. */
export interface PluginRequest {
  readonly url: string
  /** Sent as basic authentication. */
  readonly basic?: { readonly user: string; readonly password: string }
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** A service that projects send messages to. Each is one file. */
export interface MessagePlugin {
  /** Stored with installed plugins. */
  readonly id: PluginId
  /** Name of the service, the same in every language. */
  readonly title: string
  readonly category: PluginCategory & ('chat' | 'sms')
  /** Category and tags of the original, and its title where that differs. */
  readonly wire: { readonly category: string; readonly tags: string; readonly title?: string }
  /** True for one entry per channel. */
  readonly isList: boolean
  /** True if a message names its recipient. */
  readonly needsRecipient: boolean
  readonly fields: readonly PluginField[]
  /** Returns the request for a message. Pure. */
  readonly request: (values: PluginValues, message: PluginMessage) => PluginRequest
}

/** Fields of services that give an address for each channel. */
export const webhookFields: readonly PluginField[] = [
  { key: 'channel', kind: 'text' },
  { key: 'webhook_url', kind: 'address' },
]

/** Returns a request that posts JSON. */
export function jsonRequest(url: string | undefined, body: object): PluginRequest {
  return { url: url ?? '', headers: [['content-type', 'application/json']], body: JSON.stringify(body) }
}
