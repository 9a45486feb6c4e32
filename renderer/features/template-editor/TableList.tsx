import { keysOf } from '@renderer/actions'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { Icon, Keys } from '@renderer/ui'
import { editor, headId, useEditor } from './editor-store'
import styles from './side.module.css'
import { editingCommands } from './use-editor-commands'
import { useShownProblems } from './use-shown-problems'

/** The tables of the template, with their columns or problems counted. */
export function TableList({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { t } = useTranslation()
  const tables = useEditor(({ versions }) => versions.present.tables)
  const activeId = useEditor((state) => state.activeId)
  const { byTable } = useShownProblems()
  const go = (tableId: string): void => {
    editor.show(tableId)
    requestAnimationFrame(() => {
      const head = document.getElementById(headId(tableId))
      head?.scrollIntoView({ block: 'nearest' })
      head?.focus()
    })
  }
  return (
    <nav className={styles.side} data-region="" aria-label={t('templateEditor.tables')}>
      <div className={styles.sideHead}>
        <span>{t('templateEditor.tables')}</span>
        <span>{formatNumber(tables.length)}</span>
      </div>
      <ul className={styles.tables}>
        {tables.map(({ id, name, columns }) => {
          const problems = byTable.get(id) ?? 0
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.tableEntry}
                aria-current={id === activeId || undefined}
                onClick={() => go(id)}
              >
                <Icon name="table" size={14} />
                <bdi className={styles.entryName}>{name}</bdi>
                {problems === 0 ? (
                  <span className={styles.count}>{formatNumber(columns.length)}</span>
                ) : (
                  <span className={styles.problemCount}>{t('templateEditor.problemCount', { count: problems })}</span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      <dl className={styles.keys} hidden={isReadOnly}>
        {(['addTables', 'addColumns', 'submit'] as const).map((name) => {
          const id = `template.${name}`
          // The first paint precedes the registration.
          const keys = keysOf(id) ?? editingCommands.find((command) => command.id === id)?.keys[0]
          return keys === undefined ? null : (
            <div key={name}>
              <dt>{t(`templateEditor.commands.${name}`)}</dt>
              <dd>
                <Keys keys={keys} />
              </dd>
            </div>
          )
        })}
      </dl>
    </nav>
  )
}
