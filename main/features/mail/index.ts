import type { Message } from '@common/messages'
import type { MailSettings } from '@common/model/mail'
import type { mailOperations } from '@common/operations/mail'
import type { MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import { loadTexts } from '@main/lib/languages'
import { mailText, type MailContent } from '@main/lib/mail-text'
import type { Secrets } from '@main/features/secrets'
import type { Services } from '@main/features/services'
import type { FeatureModule } from '@main/operations/module'
import { mailAudit } from './audit-rules'
import { mailFailure } from './failure'
import { createMailHandlers, type UndeliveredMail } from './handlers'
import { createOutbox, defaultRetryDelaysMs } from './outbox'
import { languageOfReader } from './reader-languages'
import { createMailSettings } from './settings'
import { deliver, mailTimeouts, type MailTimeouts, type OutgoingMail } from './transport'

export type { MailContent } from '@main/lib/mail-text'

/** Sends mail. */
export interface Mailer {
  /** True if a mail server or a mail service is set up. */
  readonly isEnabled: () => Promise<boolean>
  /**
   * Queues a mail and returns at once. Retries temporary errors. A mail that can't be delivered becomes a line of the
   * audit; callers never learn of it.
   *
   * @param language  for a reader whose page never named one; English if it's absent too
   */
  readonly send: (to: string, content: MailContent, language?: string) => void
  /** Returns the language of a person with this address. English for strangers. */
  readonly languageOf: (email: string) => Promise<string>
}

export interface MailOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'box'>
  /** The active mail service, which takes the place of the mail server. */
  readonly services: Services['mail']
  /** Settings from the environment, which take precedence over stored ones. */
  readonly environment?: MailSettings | undefined
  /** Pauses between attempts and limits of each, for tests. */
  readonly retryDelaysMs?: readonly number[] | undefined
  readonly timeouts?: MailTimeouts | undefined
  /** Called for each mail that is given up. */
  readonly undelivered: (mail: UndeliveredMail & { readonly attempts: number }) => void
  readonly report: (error: unknown) => void
}

export interface Mail extends FeatureModule<typeof mailOperations> {
  readonly mailer: Mailer
  readonly close: () => Promise<void>
}

export async function createMail(options: MailOptions): Promise<Mail> {
  const { store, clock, environment, secrets, services, undelivered, report } = options
  const timeouts = options.timeouts ?? mailTimeouts
  const settings = createMailSettings({
    store,
    clock,
    environment,
    secrets: secrets.box('nc_mail_secret', 'mail settings'),
  })
  let lastFailure: UndeliveredMail | undefined

  const failed = ({ to }: OutgoingMail, reason: Message, attempts: number): void => {
    lastFailure = { to, reason, at: clock.now().toISOString() }
    undelivered({ ...lastFailure, attempts })
  }

  const outbox = createOutbox<OutgoingMail>({
    // Reads the settings for each attempt, so that corrected ones count.
    attempt: async (mail) => {
      const delivery = await services.deliver(mail)
      if (delivery !== undefined) return delivery.sent ? undefined : delivery
      const found = await settings.read()
      if (found === undefined) return undefined
      try {
        await deliver(found, mail, timeouts)
        return undefined
      } catch (error) {
        return mailFailure(error, found)
      }
    },
    failed,
    report,
    retryDelaysMs: options.retryDelaysMs ?? defaultRetryDelaysMs,
  })

  const languageOf = async (email: string, fallback = 'en'): Promise<string> => {
    try {
      return (await languageOfReader(store, email)) ?? fallback
    } catch (error) {
      // A mail in English is better than none.
      report(error)
      return fallback
    }
  }
  /** Mails on their way to the queue. */
  const pending = new Set<Promise<void>>()
  const queue = async (to: string, content: MailContent, fallback?: string): Promise<void> => {
    const language = await languageOf(to, fallback)
    await loadTexts(language)
    outbox.add({ to, ...mailText(content, language) })
  }

  return {
    mailer: {
      isEnabled: async () => (await services.isActive()) || (await settings.read()) !== undefined,
      send: (to, content, language) => {
        const sending = queue(to, content, language)
          .catch(report)
          .finally(() => pending.delete(sending))
        pending.add(sending)
      },
      languageOf,
    },
    handlers: createMailHandlers({ settings, timeouts, lastFailure: () => lastFailure }),
    audit: mailAudit,
    close: async () => {
      await Promise.all(pending)
      await outbox.close()
    },
  }
}
