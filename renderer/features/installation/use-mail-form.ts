import { mailPorts, type MailSecurity } from '@common/model/mail'
import type { MailSettingsInput, MailSettingsView } from '@common/operations/mail'
import { useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useState } from 'react'

export interface MailDraft {
  readonly host: string
  readonly port: string
  readonly security: MailSecurity
  readonly user: string
  /** Undefined for the stored one. */
  readonly password: string | undefined
  readonly sender: string
}

const emptyDraft: MailDraft = {
  host: '',
  port: String(mailPorts.starttls),
  security: 'starttls',
  user: '',
  password: '',
  sender: '',
}

function draftOf({ settings }: MailSettingsView): MailDraft {
  if (settings === null) return emptyDraft
  const { host, port, security, user, sender, hasPassword } = settings
  return { host, port: String(port), security, user, sender, password: hasPassword ? undefined : '' }
}

export type MailForm = ReturnType<typeof useMailForm>

/** State of the form of the mail server, and its actions. */
export function useMailForm(view: MailSettingsView) {
  const { t } = useTranslation()
  const save = useCommand('mailSettingsSave')
  const remove = useCommand('mailSettingsDelete')
  const test = useCommand('mailTest')
  const [draft, setDraft] = useState(() => draftOf(view))
  const [isChecked, setChecked] = useState(false)

  const port = Number(draft.port)
  const problems = {
    host: draft.host.trim() === '' ? t('installation.mail.hostMissing') : null,
    port: Number.isInteger(port) && port > 0 && port < 65_536 ? null : t('installation.mail.portInvalid'),
    sender: /^[^\s@]+@[^\s@]+$/.test(draft.sender.trim()) ? null : t('auth.emailInvalid'),
  }
  const isComplete = Object.values(problems).every((problem) => problem === null)

  function given(): MailSettingsInput {
    const { host, security, user, password, sender } = draft
    const server = { host: host.trim(), port, security, user: user.trim(), sender: sender.trim() }
    return password === undefined ? server : { ...server, password }
  }

  return {
    draft,
    test,
    isSaving: save.isPending,
    isRemoving: remove.isPending,
    failed: save.error ?? remove.error ?? test.error,
    errorOf: (field: keyof typeof problems): string | null => (isChecked ? problems[field] : null),
    change: (more: Partial<MailDraft>): void => {
      setDraft((before) => ({ ...before, ...more }))
      test.reset()
      save.reset()
    },
    /** Another encryption usually means another port. */
    changeSecurity: (security: MailSecurity): void => {
      const isUsual = port === mailPorts[draft.security]
      setDraft((before) => ({ ...before, security, ...(isUsual && { port: String(mailPorts[security]) }) }))
      test.reset()
    },
    runTest: (): void => {
      setChecked(true)
      if (isComplete) test.mutate({ args: view.fixed ? {} : { settings: given() }, silent: true })
    },
    submit: async (): Promise<void> => {
      setChecked(true)
      if (!isComplete) return
      setDraft(draftOf(await save.mutateAsync({ args: given(), silent: true })))
      toast.success(sentence('installation.mail.saved'))
    },
    turnOff: async (): Promise<void> => {
      setDraft(draftOf(await remove.mutateAsync({ args: {}, silent: true })))
      setChecked(false)
      test.reset()
    },
  }
}
