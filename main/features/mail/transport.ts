import type { MailSettings } from '@common/model/mail'
import type { MailText } from '@main/lib/mail-text'
import { once } from '@main/lib/once'

/** Loaded with the first mail. */
const nodemailer = once(() => import('nodemailer'))

/** A mail on its way to a server. */
export interface OutgoingMail extends MailText {
  readonly to: string
}

/** Limits of one delivery, in milliseconds. */
export interface MailTimeouts {
  readonly connectMs: number
  /** Silence of the server. */
  readonly idleMs: number
  /** The whole delivery. */
  readonly totalMs: number
}

export const mailTimeouts: MailTimeouts = { connectMs: 10_000, idleMs: 20_000, totalMs: 60_000 }

const senderName = 'Basalt'

/**
 * Delivers a mail to the server of the settings.
 *
 * @returns the server's answer
 * @throws errors of nodemailer
 */
export async function deliver(
  settings: MailSettings,
  { to, subject, text, html }: OutgoingMail,
  timeouts: MailTimeouts,
): Promise<string> {
  const { createTransport } = await nodemailer()
  const { host, port, security, user, password, sender } = settings
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    connectionTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.idleMs,
    // Contents of a mail are texts of ours. Nothing in them names a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error('The delivery took too long'), { code: 'ETIMEDOUT' }))
      transport.close()
    }, timeouts.totalMs)
  })
  try {
    const sent = await Promise.race([
      transport.sendMail({
        from: { name: senderName, address: sender },
        // As an object: nodemailer would split a text at commas.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      }),
      late,
    ])
    return sent.response
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}
