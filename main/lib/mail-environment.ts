import { message, type MessageParam } from '@common/messages'
import { mailPorts, mailSecurities, type MailSettings } from '@common/model/mail'

const portMax = 65_535

/**
 * Reads the mail server from `BASALT_SMTP_HOST`, `_PORT`, `_SECURITY`, `_USER`, `_PASSWORD` and `_SENDER`.
 *
 * @param wrongValue  makes the error of a value that can't be used
 * @returns undefined without a host
 */
export function mailFromEnvironment(
  environment: NodeJS.ProcessEnv,
  wrongValue: (name: string, expected: MessageParam, value: string) => Error,
): MailSettings | undefined {
  const value = (name: string): string => environment[`BASALT_SMTP_${name}`]?.trim() ?? ''
  const host = value('HOST')
  if (host === '') return undefined
  const given = value('SECURITY')
  const security = given === '' ? 'starttls' : mailSecurities.find((each) => each === given)
  if (security === undefined) throw wrongValue('BASALT_SMTP_SECURITY', [...mailSecurities], given)
  const port = value('PORT') === '' ? mailPorts[security] : Number(value('PORT'))
  if (!Number.isInteger(port) || port < 1 || port > portMax)
    throw wrongValue('BASALT_SMTP_PORT', message('server.wholeNumber', { max: portMax }), value('PORT'))
  const sender = value('SENDER')
  if (!/^[^\s@]+@[^\s@]+$/.test(sender)) throw wrongValue('BASALT_SMTP_SENDER', message('server.mailAddress'), sender)
  // A password may begin or end with a blank.
  return { host, port, security, user: value('USER'), password: environment['BASALT_SMTP_PASSWORD'] ?? '', sender }
}
