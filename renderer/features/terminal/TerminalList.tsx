import { useTranslation } from '@renderer/i18n'
import { classes, Icon, placeByKey } from '@renderer/ui'
import { useRef, type KeyboardEvent } from 'react'
import styles from './terminal.module.css'
import { terminals, type TerminalEntry } from './terminal-store'

export const terminalPanelId = 'terminal-panel'
export const terminalTabIdOf = (id: string): string => `terminal-tab-${id}`

export interface TerminalListProps {
  readonly entries: readonly TerminalEntry[]
  readonly activeId: string | undefined
  readonly onClose: (id: string) => void
}

/** The tabs of the terminals: arrows move, Delete or a middle click closes. */
export function TerminalList({ entries, activeId, onClose }: TerminalListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent, at: number): void => {
    const entry = entries[at]
    const next = entries[placeByKey(event.key, at, entries.length) ?? -1]
    if (event.key === 'Delete' && entry !== undefined) onClose(entry.id)
    else if (next === undefined) return
    else {
      terminals.activate(next.id)
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`#${terminalTabIdOf(next.id)}`)?.focus())
    }
    event.preventDefault()
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label={t('terminal.label')} ref={list}>
      {entries.map((entry, at) => {
        const { id, state, exitCode } = entry
        const name = entry.name === '' ? t('terminal.shell') : entry.name
        const isActive = id === activeId
        return (
          <div key={id} className={classes(styles.tab, isActive && styles.active)}>
            <div
              role="tab"
              id={terminalTabIdOf(id)}
              className={styles.face}
              tabIndex={isActive ? 0 : -1}
              aria-selected={isActive}
              aria-controls={terminalPanelId}
              aria-keyshortcuts="Delete"
              onClick={() => terminals.activate(id)}
              onKeyDown={(event) => press(event, at)}
              onAuxClick={(event) => {
                if (event.button === 1) onClose(id)
              }}
            >
              <bdi>{name}</bdi>
              {state === 'ended' && (
                <span className={classes(styles.exit, exitCode !== 0 && styles.failed)} title={t('terminal.ended')}>
                  {exitCode ?? '–'}
                </span>
              )}
            </div>
            {/* For the mouse: readers and keys have Delete. */}
            <span
              aria-hidden="true"
              data-close
              className={styles.close}
              title={t('terminal.closeName', { name })}
              onClick={() => onClose(id)}
            >
              <Icon name="close" size={12} />
            </span>
          </div>
        )
      })}
    </div>
  )
}
