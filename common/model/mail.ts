/** How the connection to a mail server is encrypted: not at all, after it is open, or from its first byte. */
export const mailSecurities = ['none', 'starttls', 'tls'] as const
export type MailSecurity = (typeof mailSecurities)[number]

/** The usual port of each kind of encryption. */
export const mailPorts: Readonly<Record<MailSecurity, number>> = { none: 25, starttls: 587, tls: 465 }

/** Settings of the mail server (SMTP) without the password. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly security: MailSecurity
  /** Empty for a server without sign-in. */
  readonly user: string
  /** E-mail address of the sender. */
  readonly sender: string
}

/** Settings of the mail server with its secret, which never leaves the server. */
export interface MailSettings extends MailServer {
  readonly password: string
}
