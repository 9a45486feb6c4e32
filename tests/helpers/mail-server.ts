import type { AddressInfo } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailSettings } from '@common/model/mail'

/** Behaviour of the server towards the next mails. */
export type MailBehaviour =
  | 'accept'
  /** Rejects every recipient for good. */
  | 'refuse'
  /** Rejects every recipient for now, as greylisting does. */
  | 'delay'
  /** Closes the connection in the middle of the mail. */
  | 'drop'
  /** Never answers the mail. */
  | 'silence'

/** A real mail server on this computer. */
export interface MailServer {
  readonly settings: MailSettings
  behaviour: MailBehaviour
  /** Deliveries that were begun, accepted or not. */
  attempts: number
  /** Accepted mails, oldest first. */
  readonly mails: readonly ParsedMail[]
  /** Waits for a mail to an address and returns the newest one. */
  readonly mailTo: (address: string, count?: number) => Promise<ParsedMail>
  readonly close: () => Promise<void>
}

const user = 'basalt'
const password = 'mail password'

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ParsedMail[] = []
  let changed = (): void => undefined
  let change = new Promise<void>((resolve) => (changed = resolve))
  const changes = (): void => {
    changed()
    change = new Promise<void>((resolve) => (changed = resolve))
  }
  const rejected = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code })
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    closeTimeout: 100,
    onAuth: (auth, _session, callback) =>
      auth.username === user && auth.password === password
        ? callback(null, { user })
        : callback(rejected(535, '5.7.8 Authentication failed')),
    onRcptTo: (_address, _session, callback) => {
      server.attempts += 1
      changes()
      if (server.behaviour === 'refuse') callback(rejected(550, '5.1.1 No such mailbox'))
      else if (server.behaviour === 'delay') callback(rejected(451, '4.7.1 Try again later'))
      else callback()
    },
    onData: (stream, session, callback) => {
      if (server.behaviour === 'drop') {
        // The session holds the socket under no public name, so the stream ends the connection.
        stream.resume()
        for (const connection of smtp.connections) connection.close()
        return
      }
      simpleParser(stream).then(
        (mail) => {
          if (server.behaviour === 'silence') return
          mails.push(mail)
          changes()
          callback(null, `queued as ${session.id}`)
        },
        (error: unknown) => callback(error as Error),
      )
    },
    ...options,
  }) as SMTPServer & { readonly connections: Set<{ readonly close: () => void }> }
  smtp.on('error', () => undefined)
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  const settings: MailSettings = {
    host: '127.0.0.1',
    port,
    security: 'none',
    user: '',
    password: '',
    sender: 'basalt@example.com',
  }
  const server: MailServer = {
    settings,
    behaviour: 'accept',
    attempts: 0,
    mails,
    mailTo: async (address, count = 1) => {
      const found = (): ParsedMail[] => mails.filter(({ to }) => [to].flat().some((each) => each?.text === address))
      while (found().length < count) await change
      return found().at(-1) as ParsedMail
    },
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
  return server
}

/** Credentials that the server accepts. */
export const mailCredentials = { user, password }

/** Returns the address of the button of a mail. */
export function linkIn(mail: ParsedMail): string {
  return /https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? ''
}
