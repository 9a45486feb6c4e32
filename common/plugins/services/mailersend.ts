import { senderField, type MailService } from './service'

/** MailerSend: mail with an API key. */
export const mailersend: MailService = {
  id: 'mailersend',
  title: 'MailerSend',
  category: 'mail',
  fields: [
    senderField,
    { key: 'from_name', kind: 'text', isOptional: true, preset: 'Basalt' },
    { key: 'api_key', kind: 'secret' },
  ],
  request: ({ from = '', from_name: name = '', api_key: key = '' }, { to, subject, text, html }) => ({
    url: 'https://api.mailersend.com/v1/email',
    headers: [
      ['content-type', 'application/json'],
      ['authorization', `Bearer ${key}`],
    ],
    body: JSON.stringify({ from: { email: from, name }, to: [{ email: to }], subject, text, html }),
  }),
}
