import type { MailSettingsView } from '@common/operations/mail'
import { messageOf } from '@renderer/api'
import { formatDateTime, serverText, useTranslation } from '@renderer/i18n'
import { Button, Buttons, DoneBanner, ErrorBanner, FieldForm, Section } from '@renderer/ui'
import styles from './installation.module.css'
import { MailFields } from './MailFields'
import { useMailForm } from './use-mail-form'

/** The mail server, with a test that sends a mail to the administrator. */
export function MailSection({ view }: { readonly view: MailSettingsView }) {
  const { t } = useTranslation()
  const form = useMailForm(view)
  const { test, failed } = form
  return (
    <Section
      title={t('installation.mail.title')}
      text={t(view.fixed ? 'installation.mail.fixed' : 'installation.mail.hint')}
    >
      <FieldForm onSubmit={form.submit}>
        <MailFields form={form} isFixed={view.fixed} />
        {test.data?.sent === true && (
          <DoneBanner
            title={serverText(test.data.msg, test.data.message)}
            text={t('installation.mail.sentTo', { to: test.data.to })}
          />
        )}
        {test.data?.sent === false && <ErrorBanner title={serverText(test.data.msg, test.data.message)} />}
        {failed !== null && <ErrorBanner title={messageOf(failed)} />}
        <Buttons>
          {!view.fixed && (
            <Button size="md" kind="main" type="submit" loading={form.isSaving}>
              {t('installation.save')}
            </Button>
          )}
          <Button size="md" icon="send" loading={test.isPending} onClick={form.runTest}>
            {t('installation.mail.test')}
          </Button>
          {!view.fixed && view.settings !== null && (
            <Button
              size="md"
              kind="quiet"
              danger
              loading={form.isRemoving}
              onClick={() => void form.turnOff().catch(() => undefined)}
            >
              {t('installation.mail.turnOff')}
            </Button>
          )}
        </Buttons>
      </FieldForm>
      {view.lastFailure !== null && (
        <p className={styles.failure}>
          {t('installation.mail.lastFailure', {
            to: view.lastFailure.to,
            when: formatDateTime(view.lastFailure.at),
            reason: serverText(view.lastFailure.msg, view.lastFailure.message),
          })}
        </p>
      )}
    </Section>
  )
}
