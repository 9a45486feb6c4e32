import { message, type Message } from '@common/messages'
import type { MailServer } from '@common/model/mail'

/** Why a mail was not delivered. */
export interface MailFailure {
  readonly reason: Message
  /** True if a later attempt can succeed. */
  readonly isTemporary: boolean
}

/** Fields of nodemailer's errors. */
interface SmtpError {
  readonly code?: unknown
  readonly command?: unknown
  readonly response?: unknown
  readonly responseCode?: unknown
  readonly cause?: unknown
}

const answerCharacters = 300
const temporaryCodes = { from: 400, to: 499 }

/** Codes of OpenSSL and Node for a certificate that isn't trusted. */
const certificateCodes = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_(?:GET|VERIFY)/

/** Translates an error of sending. The server's own answer is part of the reason: administrators need it. */
export function mailFailure(error: unknown, { host, port }: MailServer): MailFailure {
  const { code, command, response, responseCode } = (error ?? {}) as SmtpError
  const answer = typeof response === 'string' && response !== '' ? cut(response) : undefined
  const status = typeof responseCode === 'number' ? responseCode : undefined
  const isTemporary = status === undefined || (status >= temporaryCodes.from && status <= temporaryCodes.to)
  const name = textOf(code)
  if (name === 'EAUTH' || name === 'ENOAUTH')
    return { reason: message('mailProblems.signIn', { answer }), isTemporary: isTemporary && answer !== undefined }
  if (answer !== undefined) {
    if (command === 'MAIL FROM') return { reason: message('mailProblems.sender', { answer }), isTemporary }
    if (command === 'RCPT TO') return { reason: message('mailProblems.recipient', { answer }), isTemporary }
    return { reason: message('mailProblems.refused', { answer }), isTemporary }
  }
  const detail = `${name} ${codeOf(error)}`
  if (certificateCodes.test(detail))
    return { reason: message('mailProblems.certificate', { host }), isTemporary: false }
  if (detail.includes('ETLS') || detail.includes('ERR_SSL'))
    return { reason: message('mailProblems.encryption', { host }), isTemporary: false }
  if (name === 'EENVELOPE') return { reason: message('mailProblems.address'), isTemporary: false }
  if (detail.includes('ENOTFOUND') || detail.includes('EDNS'))
    return { reason: message('mailProblems.hostUnknown', { host }), isTemporary: true }
  if (detail.includes('ETIMEDOUT')) return { reason: message('mailProblems.timeout', { host }), isTemporary: true }
  if (detail.includes('ECONNREFUSED'))
    return { reason: message('mailProblems.unreachable', { host, port }), isTemporary: true }
  return { reason: message('mailProblems.dropped', { host }), isTemporary: true }
}

/** The code of the socket's own error, which nodemailer wraps. */
function codeOf(error: unknown): string {
  const { cause, message: text } = (error ?? {}) as { readonly cause?: unknown; readonly message?: unknown }
  const inner = (cause ?? {}) as { readonly code?: unknown }
  return `${textOf(inner.code)} ${textOf(text)}`
}

const cut = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, answerCharacters)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
