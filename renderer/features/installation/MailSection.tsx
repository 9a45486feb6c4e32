import type { MailSettingsView } from '@common/operations/mail'
import { messageOf } from '@renderer/api'
import { formatDateTime, serverText, useTranslation } from '@renderer/i18n'
import { Button, ErrorBanner, Icon } from '@renderer/ui'
import styles from './installation.module.css'
import { MailFields } from './MailFields'
import { useMailForm } from './use-mail-form'

/** The mail server, with a test that sends a mail to the administrator. */
export function MailSection({ view }: { readonly view: MailSettingsView }) {
  const { t } = useTranslation()
  const form = useMailForm(view)
  const { test, failed } = form
  return (
    <section className={styles.section} aria-labelledby="installation-mail">
      <h2 id="installation-mail">{t('installation.mail.title')}</h2>
      <p className={styles.hint}>{t(view.fixed ? 'installation.mail.fixed' : 'installation.mail.hint')}</p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.submit().catch(() => undefined)
        }}
      >
        <MailFields form={form} isFixed={view.fixed} />
        {test.data !== undefined && (
          <p className={styles.result} data-sent={test.data.sent || undefined} role="status">
            <Icon name={test.data.sent ? 'check' : 'warning'} size={14} />
            <span>
              <span className={styles.answer}>{serverText(test.data.msg, test.data.message)}</span>
              {test.data.sent && (
                <span className={styles.answer}>{t('installation.mail.sentTo', { to: test.data.to })}</span>
              )}
            </span>
          </p>
        )}
        {failed !== null && <ErrorBanner title={messageOf(failed)} />}
        <div className={styles.buttons}>
          <Button size="md" icon="reload" loading={test.isPending} onClick={form.runTest}>
            {t('installation.mail.test')}
          </Button>
          {!view.fixed && view.settings !== null && (
            <Button size="md" loading={form.isRemoving} onClick={() => void form.turnOff().catch(() => undefined)}>
              {t('installation.mail.turnOff')}
            </Button>
          )}
          <span className={styles.grow} />
          {!view.fixed && (
            <Button size="md" kind="main" type="submit" loading={form.isSaving}>
              {t('installation.save')}
            </Button>
          )}
        </div>
      </form>
      {view.lastFailure !== null && (
        <p className={styles.failure}>
          {t('installation.mail.lastFailure', {
            to: view.lastFailure.to,
            when: formatDateTime(view.lastFailure.at),
            reason: serverText(view.lastFailure.msg, view.lastFailure.message),
          })}
        </p>
      )}
    </section>
  )
}
