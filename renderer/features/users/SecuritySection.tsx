import type { UserDetails } from '@common/operations/users'
import { messageOf, sentenceOf, useCommand } from '@renderer/api'
import { linkHere } from '@renderer/features/installation'
import { formatDateTime, sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, ConfirmDialog, copyText, Dialog, Line, Lines, Section } from '@renderer/ui'
import { useState } from 'react'
import styles from './users.module.css'

interface ShownLink {
  readonly link: string
  readonly expiresAt: string
}

/** Sessions, password and second factor of a user. */
export function SecuritySection({ user }: { readonly user: UserDetails }) {
  const { t } = useTranslation()
  const end = useCommand('userSessionsEnd')
  const newLink = useCommand('passwordResetLinkCreate')
  const reset = useCommand('secondFactorReset')
  const [link, setLink] = useState<ShownLink>()
  const [isAsking, setAsking] = useState(false)
  const { id: userId, sessions, secondFactor, suspendedAt } = user
  const failed = (error: unknown): void => void toast.error(sentenceOf(error))

  async function endSessions(): Promise<void> {
    const { ended } = await end.mutateAsync({ args: { userId }, silent: true })
    toast.success(sentence('users.sessions.ended', { count: ended }))
  }
  async function showLink(): Promise<void> {
    const made = await newLink.mutateAsync({ args: { userId }, silent: true })
    setLink({ link: linkHere(made.link, location), expiresAt: made.expiresAt })
  }

  return (
    <Section title={t('users.security')}>
      <Lines>
        <Line title={t('users.sessions.title')} text={t('users.sessions.open', { count: sessions.length })}>
          {sessions.length > 0 && (
            <Button loading={end.isPending} onClick={() => void endSessions().catch(failed)}>
              {t('users.sessions.end')}
            </Button>
          )}
        </Line>
        <Line
          title={t('users.password.title')}
          text={t(user.hasPassword ? 'users.password.text' : 'users.password.none')}
        >
          <Button
            loading={newLink.isPending}
            disabledReason={suspendedAt === null ? undefined : t('users.password.suspended')}
            onClick={() => void showLink().catch(failed)}
          >
            {t('users.password.link')}
          </Button>
        </Line>
        <Line title={t('users.factor.title')} text={t(secondFactor ? 'users.factor.on' : 'users.factor.off')}>
          {secondFactor && (
            <Button danger onClick={() => setAsking(true)}>
              {t('users.factor.reset')}
            </Button>
          )}
        </Line>
      </Lines>
      {link !== undefined && <LinkDialog shown={link} email={user.email} onClose={() => setLink(undefined)} />}
      {isAsking && (
        <ConfirmDialog
          opened
          title={t('users.factor.question', { email: user.email })}
          action={t('users.factor.reset')}
          loading={reset.isPending}
          error={reset.error === null ? null : messageOf(reset.error)}
          onClose={() => setAsking(false)}
          onSubmit={() => reset.mutate({ args: { userId }, silent: true }, { onSuccess: () => setAsking(false) })}
        >
          {t('users.factor.text')}
        </ConfirmDialog>
      )}
    </Section>
  )
}

interface LinkDialogProps {
  readonly shown: ShownLink
  readonly email: string
  readonly onClose: () => void
}

/** Shows a link for a new password, which the administrator passes on. */
function LinkDialog({ shown: { link, expiresAt }, email, onClose }: LinkDialogProps) {
  const { t } = useTranslation()
  async function copy(): Promise<void> {
    await copyText(link)
    toast.success(sentence('users.password.copied'))
    onClose()
  }
  return (
    <Dialog
      opened
      title={t('users.password.linkTitle')}
      action={t('users.password.copy')}
      leave={t('users.close')}
      focusAction
      onClose={onClose}
      onSubmit={() => void copy()}
    >
      <p className={styles.text}>{t('users.password.linkText', { email, when: formatDateTime(expiresAt) })}</p>
      <code className={styles.code} dir="ltr">
        {link}
      </code>
    </Dialog>
  )
}
