import { jsonRequest, webhookFields, type MessagePlugin } from './plugin'

/** Microsoft Teams: webhooks of workflows, which take adaptive cards. */
export const teams: MessagePlugin = {
  id: 'teams',
  title: 'Microsoft Teams',
  category: 'chat',
  wire: { category: 'Chat', tags: 'Chat' },
  isList: true,
  needsRecipient: false,
  fields: webhookFields,
  request: ({ webhook_url: url }, { text }) =>
    jsonRequest(url, {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: { type: 'AdaptiveCard', version: '1.4', body: [{ type: 'TextBlock', text, wrap: true }] },
        },
      ],
    }),
}
