import { jsonRequest, webhookFields, type MessagePlugin } from './plugin'

/** Slack: incoming webhooks, one per channel. */
export const slack: MessagePlugin = {
  id: 'slack',
  title: 'Slack',
  category: 'chat',
  wire: { category: 'Chat', tags: 'Chat' },
  isList: true,
  needsRecipient: false,
  fields: webhookFields,
  request: ({ webhook_url: url }, { text }) => jsonRequest(url, { text: escaped(text) }),
}

/** Escapes the characters that Slack reads as markup, so that a value can't mention a whole channel. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
