import { useTranslation } from '@renderer/i18n'
import { Button, EmptyState, IconButton } from '@renderer/ui'
import { useEffect } from 'react'
import { editor, useEditor, type WantedFocus } from './editor-store'
import { TablePanel } from './TablePanel'
import styles from './panels.module.css'
import { useShownProblems } from './use-shown-problems'

/** One panel per table, and the floating button that adds tables. */
export function TablePanels({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { t } = useTranslation()
  const tables = useEditor(({ versions }) => versions.present.tables)
  const opened = useEditor((state) => state.opened)
  const activeId = useEditor((state) => state.activeId)
  const { byColumn } = useShownProblems()
  useWantedFocus()
  return (
    <main className={styles.center} data-region="" aria-label={t('templateEditor.tablesOf')}>
      {tables.length === 0 ? (
        <div className={styles.empty}>
          <EmptyState
            title={t('templateEditor.empty.title')}
            text={t('templateEditor.empty.text')}
            action={
              isReadOnly ? undefined : (
                <Button kind="main" icon="plus" size="md" onClick={() => editor.open({ kind: 'tables' })}>
                  {t('templateEditor.newTable')}
                </Button>
              )
            }
          />
        </div>
      ) : (
        <div className={styles.panels}>
          {tables.map((table, at) => (
            <TablePanel
              key={table.id}
              table={table}
              at={at}
              isLast={at === tables.length - 1}
              isOpen={opened.has(table.id)}
              isActive={table.id === activeId}
              isReadOnly={isReadOnly}
              problems={opened.has(table.id) ? byColumn : undefined}
            />
          ))}
        </div>
      )}
      {!isReadOnly && (
        <IconButton
          icon="plus"
          size="lg"
          className={styles.float}
          label={t('templateEditor.newTable')}
          onClick={() => editor.open({ kind: 'tables' })}
        />
      )}
    </main>
  )
}

/** Focuses the field that a command or a failed submission names, after its panel has opened. */
function useWantedFocus(): void {
  const wanted = useEditor((state) => state.wantedFocus)
  useEffect(() => {
    if (wanted === undefined || takeFocus(wanted)) return undefined
    // The type picker loads on demand, so it can come after the row.
    const watcher = new MutationObserver(() => takeFocus(wanted))
    watcher.observe(document.body, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [wanted])
}

/** Returns false while the field has no control. */
function takeFocus({ columnId = 'project', field }: WantedFocus): boolean {
  const place = document.querySelector(`[data-template-field="${CSS.escape(`${columnId} ${field}`)}"]`)
  const control = place?.querySelector<HTMLElement>('input, textarea, button')
  if (!control) return false
  control.scrollIntoView({ block: 'nearest' })
  control.focus()
  if (control instanceof HTMLInputElement) control.select()
  editor.focusDone()
  return true
}
