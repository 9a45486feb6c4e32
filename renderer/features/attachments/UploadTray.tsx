import { useTranslation } from '@renderer/i18n'
import styles from './attachments.module.css'
import { UploadLine } from './UploadLine'
import { useUploads } from './uploads'

/** Uploads that no open editor shows: they stay in sight until they are done. */
export function UploadTray({ except }: { readonly except: string | undefined }) {
  const { t } = useTranslation()
  const list = useUploads((state) => state.list).filter(({ cell }) => cell !== except)
  if (list.length === 0) return null
  const going = list.filter(({ state }) => state !== 'failed').length
  return (
    <section className={styles.tray} aria-label={t('attachments.uploads')}>
      <p className={styles.trayHead}>
        {going > 0
          ? t('attachments.uploading', { count: going })
          : t('attachments.notUploaded', { count: list.length })}
      </p>
      <ul className={styles.uploads}>
        {list.map((one) => (
          <UploadLine key={one.id} upload={one} />
        ))}
      </ul>
    </section>
  )
}
