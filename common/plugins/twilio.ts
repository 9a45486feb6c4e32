import type { MessagePlugin, PluginRequest, PluginValues } from './plugin'

const fields: MessagePlugin['fields'] = [
  { key: 'sid', kind: 'text' },
  { key: 'token', kind: 'secret' },
  { key: 'from', kind: 'text' },
]

/** Twilio: text messages to telephones. */
export const twilio: MessagePlugin = {
  id: 'twilio',
  title: 'Twilio',
  category: 'sms',
  wire: { category: 'Twilio', tags: 'Chat' },
  isList: false,
  needsRecipient: true,
  fields,
  request: (values, { text, to = '' }) => request(values, values.from ?? '', to, text),
}

/** WhatsApp through Twilio. */
export const whatsapp: MessagePlugin = {
  ...twilio,
  id: 'whatsapp',
  title: 'WhatsApp by Twilio',
  wire: { ...twilio.wire, title: 'Whatsapp Twilio' },
  request: (values, { text, to = '' }) => request(values, `whatsapp:${values.from ?? ''}`, `whatsapp:${to}`, text),
}

function request({ sid = '', token = '' }: PluginValues, from: string, to: string, text: string): PluginRequest {
  return {
    url: `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(sid)}/Messages.json`,
    basic: { user: sid, password: token },
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: Object.entries({ From: from, To: to, Body: text })
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&'),
  }
}
