import { jsonRequest, webhookFields, type MessagePlugin } from './plugin'

/** Discord rejects longer messages. */
const charactersMax = 2_000

/** Discord: webhooks of channels. */
export const discord: MessagePlugin = {
  id: 'discord',
  title: 'Discord',
  category: 'chat',
  wire: { category: 'Chat', tags: 'Chat' },
  isList: true,
  needsRecipient: false,
  fields: webhookFields,
  // A value of a record can't mention people.
  request: ({ webhook_url: url }, { text }) =>
    jsonRequest(url, { content: text.slice(0, charactersMax), allowed_mentions: { parse: [] } }),
}
