import { useTranslation } from '@renderer/i18n'
import { Icon } from '@renderer/ui'
import styles from './app-store.module.css'
import type { StoreEntry } from './entries'

export interface PluginCardProps {
  readonly entry: StoreEntry
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** One service: its name, its use and its state. */
export function PluginCard({ entry, isChosen, onChoose }: PluginCardProps) {
  const { t } = useTranslation()
  const count = entry.own?.state.entries.length ?? 0
  return (
    <button type="button" className={styles.card} aria-pressed={isChosen} onClick={onChoose}>
      <PluginTile entry={entry} />
      <span className={styles.words}>
        <span className={styles.cardTitle}>
          <span translate="no">{entry.title}</span>
          <PluginState entry={entry} />
        </span>
        <span className={styles.about}>
          {entry.own?.plugin.isList === true && count > 0
            ? t('plugins.channelCount', { count })
            : t(`plugins.about.${entry.id}`)}
        </span>
      </span>
    </button>
  )
}

/** A coloured square with letters of the name. */
export function PluginTile({ entry: { color, letters } }: { readonly entry: StoreEntry }) {
  return (
    <span
      className={styles.tile}
      style={{ background: `var(--c-${color})`, color: `var(--k-${color})` }}
      data-letters={letters}
      aria-hidden="true"
    />
  )
}

/** Active, or installed and turned off. */
export function PluginState({ entry: { isActive, isInstalled } }: { readonly entry: StoreEntry }) {
  const { t } = useTranslation()
  if (isActive)
    return (
      <span className={styles.active}>
        <span className={styles.dot} aria-hidden="true" />
        {t('plugins.active')}
      </span>
    )
  return isInstalled ? (
    <span className={styles.installed}>
      <Icon name="check" size={12} />
      {t('plugins.installed')}
    </span>
  ) : null
}
