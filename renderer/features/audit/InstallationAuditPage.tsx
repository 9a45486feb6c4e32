import { SettingsFrame } from '@renderer/features/settings'
import { useTranslation } from '@renderer/i18n'
import { useIsSuperAdmin } from '@renderer/stores'
import styles from './audit.module.css'
import { AuditToolbar } from './AuditToolbar'
import { AuditView } from './AuditView'
import { useAudit } from './use-audit'

/** `/user/admin/audit`: events outside projects, about accounts, and about projects as such. */
export function InstallationAuditPage() {
  const { t } = useTranslation()
  const isSuperAdmin = useIsSuperAdmin()
  return (
    <SettingsFrame title={t('audit.installation.title')} wide>
      {isSuperAdmin ? <InstallationAudit /> : <p>{t('audit.installation.denied')}</p>}
    </SettingsFrame>
  )
}

function InstallationAudit() {
  const { t } = useTranslation()
  const audit = useAudit(undefined)
  return (
    <>
      <p className={styles.hint}>{t('audit.installation.hint')}</p>
      <section className={styles.page} aria-label={t('audit.installation.title')}>
        <AuditToolbar audit={audit} />
        <AuditView audit={audit} tables={noTables} onOpenTable={() => undefined} />
      </section>
    </>
  )
}

const noTables = [] as const
