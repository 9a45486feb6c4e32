import { AppError } from '@common/errors'
import { message, type Message } from '@common/messages'
import type { MailServer, MailSettings } from '@common/model/mail'
import type { MailSettingsInput, MailSettingsView, mailOperations } from '@common/operations/mail'
import { createQueue } from '@common/util/queue'
import { checkEmail } from '@main/features/auth'
import { testMail } from '@main/features/services'
import { changedValues } from '@main/lib/changed-values'
import { englishBeside } from '@main/lib/messages'
import { personIn, type Handlers } from '@main/operations/context'
import { mailFailure } from './failure'
import type { StoredMailSettings } from './settings'
import { deliver, type MailTimeouts } from './transport'
import { noteGone } from '@main/lib/note-change'

/** A mail that was not delivered. */
export interface UndeliveredMail {
  readonly to: string
  readonly at: string
  readonly reason: Message
}

/** Concurrent tests: a limit against scanning a network with them. */
const testsAtOnce = 2
const testsWaiting = 4

/** Handlers of `common/operations/mail.ts`. */
export function createMailHandlers(options: {
  readonly settings: StoredMailSettings
  readonly timeouts: MailTimeouts
  readonly lastFailure: () => UndeliveredMail | undefined
}): Handlers<typeof mailOperations> {
  const { settings, timeouts, lastFailure } = options
  const { run: inTurn } = createQueue({ concurrency: testsAtOnce, maxWaiting: testsWaiting })

  const view = async (): Promise<MailSettingsView> => {
    const found = await settings.read()
    const failure = lastFailure()
    return {
      settings: found === undefined ? null : withoutPassword(found),
      fixed: settings.fixed,
      lastFailure:
        failure === undefined ? null : { to: failure.to, at: failure.at, ...englishBeside('msg', failure.reason) },
    }
  }

  const checked = async (input: MailSettingsInput): Promise<MailSettings> => {
    const sender = checkEmail(input.sender)
    return { ...(await settings.merged(input)), sender }
  }

  return {
    mailSettingsRead: view,

    mailSettingsSave: async (context, input) => {
      const before = await settings.read()
      const after = await checked(input)
      await settings.save(after)
      context.noteForAudit?.({ values: changedValues(before === undefined ? {} : shown(before), shown(after)) })
      return view()
    },

    mailSettingsDelete: async (context) => {
      const before = await settings.read()
      await settings.remove()
      if (before !== undefined) noteGone(context, shown(before))
      return view()
    },

    mailTest: async (context, { settings: given }) => {
      const { email: to } = personIn(context)
      const chosen = given === undefined ? await settings.read() : await checked(given)
      if (chosen === undefined) throw new AppError('MAIL_NOT_SET_UP')
      return inTurn(async () => {
        try {
          const answer = await deliver(chosen, { ...testMail(), to }, timeouts)
          return { sent: true, to, ...englishBeside('msg', message('mailProblems.accepted', { answer })) }
        } catch (error) {
          return { sent: false, to, ...englishBeside('msg', mailFailure(error, chosen).reason) }
        }
      })
    },
  }
}

const withoutPassword = ({ password, ...server }: MailSettings): NonNullable<MailSettingsView['settings']> => ({
  ...server,
  hasPassword: password !== '',
})

/** Everything but the password. */
function shown(settings: MailSettings): MailServer {
  const { password: _, ...rest } = settings
  return rest
}
