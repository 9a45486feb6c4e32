import { useTranslation } from '@renderer/i18n'
import { isEmbedded, signInPath, signUpPath, useInstallation, useUsers } from '@renderer/stores'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './layouts.module.css'

/** The bar of pages for everybody: the brand, and links to sign up and sign in for visitors (S1 §2). */
export function VisitorBar({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const isVisitor = useUsers((state) => state.user === null) && !isEmbedded()
  const isClosed = useInstallation((state) => state.info?.signUpClosed === true)
  return (
    <header className={styles.visitorBar} data-region>
      {children}
      {isVisitor && (
        <nav className={styles.visitorLinks} aria-label={t('account.title')}>
          {!isClosed && <Link to={signUpPath}>{t('app.signUp')}</Link>}
          <Link to={signInPath}>{t('app.login')}</Link>
        </nav>
      )}
    </header>
  )
}
