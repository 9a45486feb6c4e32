import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, copyText, Dialog } from '@renderer/ui'
import styles from './second-factor.module.css'

export interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Shows new recovery codes. The server can't show them again. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  return (
    <Dialog
      opened
      onClose={onClose}
      width={400}
      title={t('secondFactor.codes.title')}
      action={t('secondFactor.codes.stored')}
      onSubmit={onClose}
    >
      <p>{t('secondFactor.codes.text')}</p>
      <ol className={styles.codes} dir="ltr" aria-label={t('secondFactor.codes.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button
          icon="copy"
          onClick={() => void copyText(text).then(() => toast.success(sentence('secondFactor.copied')))}
        >
          {t('secondFactor.copy')}
        </Button>
        <a
          className={styles.download}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="basalt-recovery-codes.txt"
        >
          {t('secondFactor.codes.download')}
        </a>
      </div>
    </Dialog>
  )
}
