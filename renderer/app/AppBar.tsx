import { defaultPort } from '@common/constants'
import { AccountMenu } from '@renderer/features/auth/AccountMenu'
import { NotificationMenu } from '@renderer/features/notifications'
import { palette } from '@renderer/features/palette'
import { LanguageMenu, ThemeMenu } from '@renderer/features/preferences'
import { ReleasePlace } from '@renderer/features/updates'
import { keysOf, runCommand } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { useConnection, useShell, useWindows } from '@renderer/stores'
import { AppBarEnd, AppBarStart, Brand, classes, Icon, IconButton, Keys, Tooltip, useShownScheme } from '@renderer/ui'
import { Link } from 'react-router-dom'
import styles from './AppBar.module.css'
import { HelpMenu } from './BarMenus'

/** The bar of the window: brand, slots of the page, documentation, notifications, theme, language, account (S1 §2). */
export function AppBar() {
  const { t } = useTranslation()
  const scheme = useShownScheme()
  return (
    <header className={styles.bar} data-region>
      <Link to="/projects" className={styles.brand} aria-label={t('app.projects')}>
        <Brand shrinks />
      </Link>
      <AppBarStart.Outlet className={styles.slot} />
      <span className={styles.space} />
      <Find />
      <Offline />
      <OtherPort />
      <ReleasePlace />
      <AppBarEnd.Outlet className={classes(styles.slot, styles.end)} />
      <Tooltip label={t('actions.openDocs')} keys={keysOf('docs.open')}>
        <Link to="/docs" className={styles.docs} aria-label={t('actions.openDocs')}>
          <Icon name="book" />
        </Link>
      </Tooltip>
      <NotificationMenu />
      <ThemeMenu className={styles.docs} />
      <IconButton
        icon={scheme === 'dark' ? 'sun' : 'moon'}
        label={scheme === 'dark' ? t('app.light') : t('app.dark')}
        keys={keysOf('theme.toggleDark')}
        onClick={() => runCommand('theme.toggleDark')}
      />
      <LanguageMenu className={styles.language} />
      <HelpMenu />
      <AccountMenu />
    </header>
  )
}

/** Opens the palette for users who don't know its keys yet. */
function Find() {
  const { t } = useTranslation()
  const chosen = useWindows((state) => state.keys['palette.open'])
  const keys = chosen === undefined ? 'Mod+K' : chosen[0]
  return (
    <button type="button" className={styles.find} aria-haspopup="dialog" onClick={() => palette.show('')}>
      <Icon name="search" size={14} />
      <span className={styles.findText}>{t('palette.label')}</span>
      <span className={styles.findKeys} aria-hidden="true">
        {keys !== undefined && <Keys keys={keys} />}
      </span>
    </button>
  )
}

/** Stays while the server is unreachable; the snackbar disappears after 10 s. */
function Offline() {
  const { t } = useTranslation()
  const isLost = useConnection((state) => state.isLost)
  return (
    <span role="status" className={styles.status}>
      {isLost && (
        <span className={styles.offline}>
          <Icon name="offline" size={14} />
          {t('connection.offline')}
        </span>
      )}
    </span>
  )
}

/** Port 8080 was taken: scripts need the current API address. */
function OtherPort() {
  const { t } = useTranslation()
  const info = useShell((state) => state.info)
  if (info === null || info.portIsDefault) return null
  return (
    <Tooltip label={t('app.otherPortReason', { taken: String(defaultPort), port: String(info.port) })}>
      <span className={styles.port} tabIndex={0}>
        {t('app.otherPort', { port: String(info.port) })}
      </span>
    </Tooltip>
  )
}
