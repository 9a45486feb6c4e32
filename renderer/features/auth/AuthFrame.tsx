import { isDark, runCommand } from '@renderer/actions'
import { LanguageMenu } from '@renderer/features/preferences'
import { useTranslation } from '@renderer/i18n'
import { serverAddress, useConnection, useShell, useWindows } from '@renderer/stores'
import { Brand, Icon } from '@renderer/ui'
import type { ReactNode } from 'react'
import { BasaltDrawing } from './BasaltDrawing'
import styles from './AuthFrame.module.css'

/** Form left, drawing right (mock a). */
export function AuthFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <div className={styles.column}>
        <header className={styles.brand}>
          <Brand size={24} />
        </header>
        <main className={styles.main}>{children}</main>
        <BottomLine />
      </div>
      <BasaltDrawing />
    </div>
  )
}

function BottomLine() {
  const { t } = useTranslation()
  const shell = useShell((state) => state.info)
  const isLost = useConnection((state) => state.isLost)
  const dark = useWindows(isDark)
  return (
    <footer className={styles.bottom}>
      <button type="button" className={styles.bottomButton} onClick={() => runCommand('theme.toggleDark')}>
        <Icon name={dark ? 'sun' : 'moon'} size={14} />
        {dark ? t('auth.light') : t('auth.dark')}
      </button>
      <LanguageMenu className={styles.bottomButton} isNamed />
      <span className={styles.server} data-lost={isLost || undefined} role="status">
        <span className={styles.dot} />
        {isLost ? t('auth.serverLost') : t('auth.server', { address: serverAddress(shell) })}
      </span>
    </footer>
  )
}
