import { directionOfValue, useTranslation } from '@renderer/i18n'
import { sqlDesk, useSqlSheets, type SqlSheet } from '@renderer/stores'
import { classes, Icon, IconButton, placeByKey } from '@renderer/ui'
import { useRef, useState, type KeyboardEvent } from 'react'
import { isRunning, runs, useRuns } from './runs'
import styles from './sql.module.css'

export interface QueryTabsProps {
  readonly projectId: string
  readonly active: string
  readonly panelId: string
  /** Closes a query, after a question if its text would be lost. */
  readonly onClose: (sheet: SqlSheet) => void
}

/** True if closing loses text. */
export const isUnsavedSheet = ({ text, saved, savedText }: SqlSheet): boolean =>
  saved === undefined ? text.trim() !== '' : text !== savedText

/** The open queries: arrows move, a double click renames, Delete closes. */
export function QueryTabs({ projectId, active, panelId, onClose }: QueryTabsProps) {
  const { t } = useTranslation()
  const sheets = useSqlSheets(projectId)
  const all = useRuns((state) => state.runs)
  const list = useRef<HTMLDivElement>(null)
  const [renamed, setRenamed] = useState<string>()
  const titleOf = (sheet: SqlSheet, at: number): string => sheet.title ?? t('sql.sheet.untitled', { number: at + 1 })
  const press = (event: KeyboardEvent, at: number): void => {
    const sheet = sheets[at]
    if (event.key === 'Delete' && sheet) return onClose(sheet)
    if (event.key === 'F2' && sheet) return setRenamed(sheet.id)
    const next = sheets[placeByKey(event.key, at, sheets.length) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    sqlDesk.activate(projectId, next.id)
    list.current?.querySelector<HTMLElement>(`[data-query="${next.id}"]`)?.focus()
  }
  return (
    <div className={styles.tabs}>
      <div ref={list} className={styles.tabList} role="tablist" aria-label={t('sql.sheet.label')}>
        {sheets.map((sheet, at) => {
          const title = titleOf(sheet, at)
          const isActive = sheet.id === active
          if (sheet.id === renamed)
            return (
              <TitleField
                key={sheet.id}
                title={title}
                onClose={(given) => {
                  setRenamed(undefined)
                  if (given !== undefined) sqlDesk.edit(projectId, sheet.id, { title: given })
                }}
              />
            )
          return (
            <span key={sheet.id} className={classes(styles.tab, isActive && styles.activeTab)} role="presentation">
              <button
                type="button"
                role="tab"
                data-query={sheet.id}
                aria-selected={isActive}
                aria-controls={panelId}
                tabIndex={isActive ? 0 : -1}
                title={title}
                onClick={() => sqlDesk.activate(projectId, sheet.id)}
                onDoubleClick={() => setRenamed(sheet.id)}
                onAuxClick={(event) => event.button === 1 && onClose(sheet)}
                onKeyDown={(event) => press(event, at)}
              >
                <bdi>{title}</bdi>
                {isRunning(all[sheet.id]) ? (
                  <span className={styles.runningDot}>
                    <span className="hidden-text">{t('sql.sheet.running')}</span>
                  </span>
                ) : (
                  isUnsavedSheet(sheet) && (
                    <span className={styles.unsavedDot}>
                      <span className="hidden-text">{t('sql.sheet.unsaved')}</span>
                    </span>
                  )
                )}
              </button>
              {isActive && (
                // For the mouse: readers and keys have Delete.
                <span
                  aria-hidden="true"
                  className={styles.closeTab}
                  title={t('tabs.close', { name: title })}
                  onClick={() => onClose(sheet)}
                >
                  <Icon name="close" size={12} />
                </span>
              )}
            </span>
          )
        })}
      </div>
      <IconButton
        icon="plus"
        size="xs"
        label={t('sql.sheet.new')}
        keys="Alt+N"
        onClick={() => sqlDesk.open(projectId)}
      />
    </div>
  )
}

/** Closes a query and its results. */
export function closeSheet(projectId: string, id: string): void {
  runs.close(projectId, id)
  sqlDesk.close(projectId, id)
}

function TitleField({ title, onClose }: { readonly title: string; readonly onClose: (title?: string) => void }) {
  const { t } = useTranslation()
  const [value, setValue] = useState(title)
  const isDone = useRef(false)
  const close = (given?: string): void => {
    if (isDone.current) return
    isDone.current = true
    onClose(given === undefined || given.trim() === '' ? undefined : given.trim())
  }
  return (
    <input
      className={styles.titleField}
      aria-label={t('sql.sheet.rename')}
      autoFocus
      dir={directionOfValue(value)}
      value={value}
      maxLength={200}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={() => close(value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') close(value)
        else if (event.key === 'Escape') close()
        event.stopPropagation()
      }}
    />
  )
}
