import { useTranslation, type TranslationKey } from '@renderer/i18n'
import { useIsSuperAdmin } from '@renderer/stores'
import { Icon, useTitle, type IconName } from '@renderer/ui'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import styles from './settings.module.css'

interface Entry {
  readonly to: string
  readonly icon: IconName
  readonly label: TranslationKey
  /** True if addresses below this one belong to other entries. */
  readonly end?: true
  /** Start of other addresses of this entry. */
  readonly also?: string
}

const ownEntries: readonly Entry[] = [
  { to: '/user/settings/profile', icon: 'user', label: 'settings.nav.profile' },
  { to: '/user/settings/picture', icon: 'picture', label: 'settings.nav.picture' },
  { to: '/user/settings/password', icon: 'lock', label: 'settings.nav.password' },
  { to: '/user/settings/second-factor', icon: 'shield', label: 'settings.nav.secondFactor' },
  { to: '/user/settings/accounts', icon: 'desktop', label: 'settings.nav.accounts' },
]

const installationEntries: readonly Entry[] = [
  { to: '/user/admin', icon: 'users', label: 'settings.nav.users', end: true, also: '/user/admin/user' },
  { to: '/user/admin/installation', icon: 'gear', label: 'settings.nav.installation' },
  { to: '/user/admin/audit', icon: 'audit', label: 'settings.nav.audit' },
]

export interface SettingsFrameProps {
  readonly title: string
  /** Controls at the end of the title's line. */
  readonly actions?: ReactNode
  /** For pages with a table. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Frame of all pages about the user and the installation: their names on one side, one page on the other. */
export function SettingsFrame({ title, actions, wide = false, children }: SettingsFrameProps) {
  const { t } = useTranslation()
  const isSuperAdmin = useIsSuperAdmin()
  useTitle(title)
  return (
    <div className={styles.frame}>
      <nav className={styles.rail} aria-label={t('settings.title')}>
        <EntryList title={t('settings.own')} entries={ownEntries} />
        {isSuperAdmin && <EntryList title={t('settings.installation')} entries={installationEntries} />}
      </nav>
      <div className={styles.body}>
        <div className={styles.column} data-wide={wide || undefined}>
          <header className={styles.head}>
            <h1>{title}</h1>
            {actions}
          </header>
          {children}
        </div>
      </div>
    </div>
  )
}

function EntryList({ title, entries }: { readonly title: string; readonly entries: readonly Entry[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <div className={styles.group}>
      <h2 className={styles.groupTitle}>{title}</h2>
      <ul className={styles.entries}>
        {entries.map(({ to, icon, label, end = false, also }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={end}
              className={styles.entry ?? ''}
              data-current={(also !== undefined && pathname.startsWith(also)) || undefined}
            >
              <Icon name={icon} size={14} />
              {t(label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
