import { useTranslation, type TranslationKey } from '@renderer/i18n'
import { useIsSuperAdmin } from '@renderer/stores'
import { Icon, Rail, RailGroup, railEntry, useTitle, type IconName } from '@renderer/ui'
import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
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
  /** The list to which a page about one of its things leads back. */
  readonly back?: { readonly to: string; readonly label: string }
  /** For pages with a table. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Frame of all pages about the user and the installation: their names on one side, one page on the other. */
export function SettingsFrame({ title, actions, back, wide = false, children }: SettingsFrameProps) {
  const { t } = useTranslation()
  const isSuperAdmin = useIsSuperAdmin()
  useTitle(title)
  return (
    <div className={styles.frame}>
      <Rail label={t('settings.title')}>
        <EntryList title={t('settings.own')} entries={ownEntries} />
        {isSuperAdmin && <EntryList title={t('settings.installation')} entries={installationEntries} />}
      </Rail>
      <div className={styles.body}>
        <div className={styles.column} data-wide={wide || undefined}>
          {back !== undefined && (
            <Link className={styles.back} to={back.to}>
              <Icon name="chevronLeft" size={12} mirrored />
              {back.label}
            </Link>
          )}
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
    <RailGroup title={title}>
      {entries.map(({ to, icon, label, end = false, also }) => (
        <li key={to}>
          <NavLink
            to={to}
            end={end}
            className={railEntry}
            data-current={(also !== undefined && pathname.startsWith(also)) || undefined}
          >
            <Icon name={icon} size={14} />
            <bdi>{t(label)}</bdi>
          </NavLink>
        </li>
      ))}
    </RailGroup>
  )
}
