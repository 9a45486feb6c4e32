import type { OpenedShare } from '@common/operations/shares'
import { isDark, runCommand } from '@renderer/actions'
import { formatDate, formatTime, t, useTranslation } from '@renderer/i18n'
import { useWindows } from '@renderer/stores'
import { AppBarEnd, AppBarStart, Brand, IconButton, IconTile, type IconName } from '@renderer/ui'
import styles from './shares.module.css'

export interface VisitorBarProps {
  readonly share: Pick<OpenedShare, 'sharedBy' | 'expiresAt'>
  readonly icon: IconName
  readonly title: string
  /** True if visitors may change records. */
  readonly mayEdit?: boolean
}

/** Fills the bar of the window: what is shared, by whom, until when (mock r2). */
export function VisitorBar({ share, icon, title, mayEdit = false }: VisitorBarProps) {
  useTranslation()
  const dark = useWindows(isDark)
  const facts = [
    ...(share.sharedBy === null ? [] : [t('shares.sharedBy', { name: share.sharedBy })]),
    t(mayEdit ? 'shares.mayEdit' : 'shares.readOnly'),
    ...(share.expiresAt === null ? [] : [openUntil(share.expiresAt)]),
  ]
  return (
    <>
      <AppBarStart.Fill>
        <span className={styles.about}>
          <IconTile icon={icon} color="blue" />
          <span className={styles.names}>
            <h1 className={styles.title}>
              <bdi>{title}</bdi>
            </h1>
            <span className={styles.facts}>
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
          </span>
        </span>
      </AppBarStart.Fill>
      <AppBarEnd.Fill>
        <IconButton
          icon={dark ? 'sun' : 'moon'}
          label={dark ? t('app.light') : t('app.dark')}
          onClick={() => runCommand('theme.toggleDark')}
        />
      </AppBarEnd.Fill>
    </>
  )
}

/** Names the time of an end that is near, and the day of a later one. */
function openUntil(moment: string): string {
  return Date.parse(moment) - Date.now() < nearMs
    ? t('shares.openUntilTime', { time: formatTime(moment) })
    : t('shares.openUntil', { day: formatDate(moment) })
}

const nearMs = 12 * 3_600_000

/** The line under a shared view. */
export function VisitorFoot() {
  const { t } = useTranslation()
  return (
    <footer className={styles.foot}>
      <span>{t('shares.live')}</span>
      <span className={styles.made}>
        {t('shares.madeWith')}
        <Brand />
      </span>
    </footer>
  )
}
