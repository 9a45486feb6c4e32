import { jsonRequest, webhookFields, type MessagePlugin } from './plugin'

/** Mattermost: incoming webhooks of a server. */
export const mattermost: MessagePlugin = {
  id: 'mattermost',
  title: 'Mattermost',
  category: 'chat',
  wire: { category: 'Chat', tags: 'Chat' },
  isList: true,
  needsRecipient: false,
  fields: webhookFields,
  request: ({ webhook_url: url }, { text }) => jsonRequest(url, { text: withoutMentions(text) }),
}

/** Puts an invisible character behind each `@`, so that a value can't mention a whole channel. */
const withoutMentions = (text: string): string => text.replaceAll('@', '@\u200B')
