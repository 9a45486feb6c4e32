import { useTranslation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui'
import type { ReactNode } from 'react'
import styles from './app-store.module.css'
import type { StoreEntry } from './entries'
import { PluginState, PluginTile } from './PluginCard'

export interface PanelProps {
  readonly entry: StoreEntry
  readonly children: ReactNode
  /** Buttons below. */
  readonly footer?: ReactNode
  readonly onClose: () => void
}

/** The panel of a service at the end of the store. */
export function Panel({ entry, children, footer, onClose }: PanelProps) {
  const { t } = useTranslation()
  return (
    <aside className={styles.panel} aria-label={t('plugins.panel', { plugin: entry.title })}>
      <div className={styles.panelHead}>
        <PluginTile entry={entry} />
        <span className={styles.words}>
          <span className={styles.panelTitle}>
            <h2 translate="no">{entry.title}</h2>
            <PluginState entry={entry} />
          </span>
          <span className={styles.about}>{t(`plugins.about.${entry.id}`)}</span>
        </span>
        <IconButton icon="close" size="sm" label={t('plugins.closePanel')} onClick={onClose} />
      </div>
      <div className={styles.panelBody}>{children}</div>
      {footer !== undefined && <div className={styles.panelFooter}>{footer}</div>}
    </aside>
  )
}
