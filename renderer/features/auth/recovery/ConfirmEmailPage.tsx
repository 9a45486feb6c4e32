import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { loadUser, useUsers } from '@renderer/stores'
import { Button, useTitle } from '@renderer/ui'
import { Link, useSearchParams } from 'react-router-dom'
import { AuthFrame } from '../AuthFrame'
import styles from '../AuthFrame.module.css'

/** Confirms an e-mail address by the link of a mail. A click confirms, because programs that scan mails open links too. */
export function ConfirmEmailPage() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const confirm = useCommand('emailValidate')
  const resend = useCommand('emailValidationSend')
  const isSignedIn = useUsers((state) => state.user !== null)
  useTitle(t('recovery.confirm'))

  async function send(): Promise<void> {
    await confirm.mutateAsync({ args: { token: query.get('token') ?? '' }, silent: true })
    if (isSignedIn) await loadUser()
  }

  const isDone = confirm.data !== undefined
  return (
    <AuthFrame>
      <h1 className={styles.title}>{isDone ? t('recovery.confirmed') : t('recovery.confirm')}</h1>
      <p className={styles.lead} role={isDone ? 'status' : undefined}>
        {isDone ? t('recovery.confirmedLead', { email: confirm.data.email }) : t('recovery.confirmLead')}
      </p>
      {confirm.error !== null && (
        <p className={styles.refusal} role="alert">
          {messageOf(confirm.error)}
        </p>
      )}
      {!isDone && (
        <Button
          kind="main"
          size="lg"
          fullWidth
          loading={confirm.isPending}
          onClick={() => void send().catch(() => undefined)}
        >
          {t('recovery.confirmAction')}
        </Button>
      )}
      {confirm.error !== null && isSignedIn && resend.data === undefined && (
        <p className={styles.other}>
          <Button loading={resend.isPending} onClick={() => resend.mutate({ args: {}, silent: true })}>
            {t('recovery.newLink')}
          </Button>
        </p>
      )}
      {(resend.data ?? resend.error) !== null && resend.status !== 'idle' && !resend.isPending && (
        <p className={styles.other} role="status">
          {resend.error === null
            ? t(resend.data?.sent === true ? 'recovery.linkSent' : 'recovery.linkNotSent')
            : messageOf(resend.error)}
        </p>
      )}
      <p className={styles.other}>
        <Link to="/">{t('recovery.onward')}</Link>
      </p>
    </AuthFrame>
  )
}
