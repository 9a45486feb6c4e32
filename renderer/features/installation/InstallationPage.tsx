import { messageOf, useOperation } from '@renderer/api'
import { SettingsFrame } from '@renderer/features/settings'
import { useTranslation } from '@renderer/i18n'
import { useIsSuperAdmin } from '@renderer/stores'
import { ErrorState, Section, Skeleton } from '@renderer/ui'
import { AddressSection } from './AddressSection'
import { HistorySection } from './HistorySection'
import { InvitePeople } from './InvitePeople'
import { ListSection } from './ListSection'
import { MailSection } from './MailSection'
import { SignUpSection } from './SignUpSection'
import { TemplatesSection } from './TemplatesSection'
import styles from './installation.module.css'

/** Settings of the installation: people, sign-up, mail, addresses, templates, history. */
export function InstallationPage() {
  const { t } = useTranslation()
  const isSuperAdmin = useIsSuperAdmin()
  const settings = useOperation('installationSettingsRead', {}, { enabled: isSuperAdmin, silent: true })
  const mail = useOperation('mailSettingsRead', {}, { enabled: isSuperAdmin, silent: true })
  const failed = settings.error ?? mail.error
  return (
    <SettingsFrame title={t('installation.title')}>
      {!isSuperAdmin ? (
        <p>{t('installation.denied')}</p>
      ) : failed !== null ? (
        <ErrorState
          title={t('installation.notRead')}
          text={messageOf(failed)}
          onRetry={() => {
            void settings.refetch()
            void mail.refetch()
          }}
          retrying={settings.isFetching || mail.isFetching}
        />
      ) : settings.data === undefined || mail.data === undefined ? (
        <div className={styles.loading}>
          <Skeleton height={120} />
          <Skeleton height={240} />
        </div>
      ) : (
        <>
          <Section title={t('installation.people')}>
            <InvitePeople />
          </Section>
          <SignUpSection settings={settings.data} />
          <MailSection view={mail.data} />
          <AddressSection settings={settings.data} />
          <ListSection settings={settings.data} name="allowedOrigins" />
          <ListSection settings={settings.data} name="outboundHosts" />
          <TemplatesSection settings={settings.data} />
          <HistorySection settings={settings.data} />
        </>
      )}
    </SettingsFrame>
  )
}
