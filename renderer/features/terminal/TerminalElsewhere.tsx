import { desktop } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, copyText, EmptyState } from '@renderer/ui'
import styles from './terminal.module.css'

/** The tab where terminals don't work, and what to run in the terminal of the system instead. */
export function TerminalElsewhere({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const commands = [
    `export BASALT_URL=${location.origin}`,
    `export BASALT_PROJECT=${projectId}`,
    'export BASALT_TOKEN=…',
    'basalt ls',
  ].join('\n')
  const isDesktop = desktop() !== undefined
  return (
    <div className={styles.elsewhere}>
      <EmptyState
        headingLevel={2}
        title={t('terminal.elsewhere.title')}
        text={isDesktop ? t('terminal.elsewhere.ownerOnly') : t('terminal.elsewhere.text')}
      />
      <pre className={styles.commands} dir="ltr" tabIndex={0} aria-label={t('terminal.elsewhere.commands')}>
        {commands}
      </pre>
      <p className={styles.hint}>{t('terminal.elsewhere.token')}</p>
      <Button
        icon="copy"
        onClick={() => void copyText(commands).then(() => toast.success(sentence('terminal.elsewhere.copied')))}
      >
        {t('terminal.elsewhere.copy')}
      </Button>
    </div>
  )
}
