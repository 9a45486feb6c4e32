import { discord } from './discord'
import { mattermost } from './mattermost'
import type { MessagePlugin } from './plugin'
import { slack } from './slack'
import { teams } from './teams'
import { twilio, whatsapp } from './twilio'

export {
  pluginCategories,
  pluginIds,
  recipientPattern,
  type MessagePlugin,
  type PluginCategory,
  type PluginField,
  type PluginFieldKey,
  type PluginId,
  type PluginMessage,
  type PluginRequest,
  type PluginValues,
} from './plugin'

/** Services for messages, in the order of the app store. A new one is one file, its id, and one line here. */
export const messagePlugins: readonly MessagePlugin[] = [slack, teams, discord, mattermost, twilio, whatsapp]

export const pluginOf = (id: string): MessagePlugin | undefined => messagePlugins.find((plugin) => plugin.id === id)

/** True for fields whose values are encrypted. */
export const isSecretField = ({ kind }: { readonly kind: string }): boolean => kind !== 'text'
