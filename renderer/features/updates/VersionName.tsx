import { useTranslation } from '@renderer/i18n'
import styles from './updates.module.css'

/** The running version. A double-click reloads the application (S1 §2), for support. */
export function VersionName({ version }: { readonly version: string }) {
  const { t } = useTranslation()
  return (
    <bdi className={styles.name} onDoubleClick={() => location.reload()}>
      {t('updates.version', { version })}
    </bdi>
  )
}
