import { messageOf } from '@renderer/api'
import { useTable } from '@renderer/features/tables'
import { useTranslation } from '@renderer/i18n'
import { Button, ErrorState, Icon, IconButton, Skeleton, type IconName } from '@renderer/ui'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import styles from './access.module.css'
import { ColumnsSection } from './ColumnsSection'
import { draftsOf, useDrafts } from './drafts'
import { isRestricted, withoutRules } from './rules'
import { RoleChip } from './RoleChip'
import { RowsSection } from './RowsSection'
import { rulesNow, rulesOfRole, useEdit, type RoleColumn, type RulesEntry } from './use-access'

export interface RulesPanelProps {
  readonly projectId: string
  readonly entry: RulesEntry
  readonly role: RoleColumn
  readonly onClose: () => void
}

/** Rules of a role for a table beyond its rights: which records exist for it, and what it reaches of each column. */
export function RulesPanel({ projectId, entry, role, onClose }: RulesPanelProps) {
  const { t } = useTranslation()
  const { value: table, error, retry } = useTable(projectId, entry.table)
  const edit = useEdit(projectId)
  const unsaved = useDrafts(draftsOf(projectId))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const of = rulesOfRole(entry, role.id)
  if (of === undefined) return null
  const rules = rulesNow(entry, of, unsaved)
  const names = { table: entry.title, role: role.name }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    <section className={styles.panel} aria-label={t('access.panel', names)} data-region onKeyDown={press}>
      <div className={styles.panelHead}>
        <RoleChip role={role} />
        <h3 ref={heading} tabIndex={-1} title={entry.title}>
          <bdi>{entry.title}</bdi>
        </h3>
        <Button
          kind="quiet"
          icon="undo"
          disabled={!role.isEditable || !isRestricted(rules, of.granted)}
          onClick={() => edit([entry], [role], withoutRules)}
        >
          {t('access.reset')}
        </Button>
        <IconButton icon="close" size="xs" label={t('access.closePanel')} onClick={onClose} />
      </div>
      {!role.isEditable && <Hint icon="lock" text={t('access.notYours')} />}
      {of.disabled && <Hint icon="eyeOff" text={t('access.disabledFor', names)} />}
      {error !== null ? (
        <ErrorState title={t('access.notRead')} text={messageOf(error)} onRetry={retry} />
      ) : table ? (
        <div className={styles.sections}>
          <RowsSection
            projectId={projectId}
            table={table}
            role={role}
            rows={rules.rows}
            onChange={(change) => edit([entry], [role], change)}
          />
          <ColumnsSection
            table={table}
            role={role}
            rules={rules}
            onChange={(change) => edit([entry], [role], change)}
          />
        </div>
      ) : (
        <Skeleton height={200} />
      )}
    </section>
  )
}

function Hint({ icon, text }: { readonly icon: IconName; readonly text: string }) {
  return (
    <p className={styles.hint}>
      <Icon name={icon} size={14} />
      {text}
    </p>
  )
}
