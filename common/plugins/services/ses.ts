import { keyFields, regionField, senderField, type MailService } from './service'

/** Amazon SES: mail through its HTTP interface (version 2). */
export const ses: MailService = {
  id: 'ses',
  title: 'Amazon SES',
  category: 'mail',
  fields: [senderField, regionField('eu-central-1'), ...keyFields],
  request: ({ from = '', region = '' }, { to, subject, text, html }) => ({
    url: `https://email.${region}.amazonaws.com/v2/email/outbound-emails`,
    headers: [['content-type', 'application/json']],
    aws: { service: 'ses', region },
    body: JSON.stringify({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: subject, Charset: 'UTF-8' },
          Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
          Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
        },
      },
    }),
  }),
}
