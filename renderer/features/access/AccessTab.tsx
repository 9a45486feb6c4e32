import type { ProjectListEntry } from '@common/operations/projects'
import type { Permissions } from '@common/permissions'
import { nameKey } from '@common/wire/names'
import { messageOf } from '@renderer/api'
import { openNewRole } from '@renderer/features/team'
import { useTranslation } from '@renderer/i18n'
import { why } from '@renderer/stores'
import { Button, EmptyState, ErrorState, PageHead, SearchField, Skeleton, TabHead, TabPage } from '@renderer/ui'
import { useMemo, useRef, useState } from 'react'
import styles from './access.module.css'
import { AccessMatrix } from './AccessMatrix'
import { Legend } from './Legend'
import { showRules, useOpenedRules } from './opened-rules'
import { RuleCards } from './RuleCards'
import { RulesPanel } from './RulesPanel'
import { SaveBar } from './SaveBar'
import { useAccess } from './use-access'

export interface AccessTabProps {
  readonly project: ProjectListEntry
  readonly permissions: Permissions
  readonly onOpenTable: (name: string) => void
}

/** Rights of each role on each table (mock n). Changes wait until they are saved. */
export function AccessTab({ project, permissions, onOpenTable }: AccessTabProps) {
  const { t } = useTranslation()
  const { entries, roles, error, retry } = useAccess(project)
  const view = useRef<HTMLElement>(null)
  const [filter, setFilter] = useState('')
  const shownRules = useOpenedRules((state) => state.opened)
  const opened = shownRules?.projectId === project.id ? shownRules : undefined
  const wanted = nameKey(filter.trim())
  const shown = useMemo(
    () =>
      entries?.filter(({ table, title }) => nameKey(table).includes(wanted) || nameKey(title).includes(wanted)) ?? [],
    [entries, wanted],
  )
  const openedEntry = entries?.find(({ table }) => table === opened?.table)
  const openedRole = roles?.find(({ id }) => id === opened?.role)
  const weakest = openedRole ?? roles?.at(-1)
  const close = (): void => {
    showRules(undefined)
    // The focus returns to the matrix.
    requestAnimationFrame(() => view.current?.querySelector<HTMLElement>('[data-at][tabindex="0"]')?.focus())
  }
  return (
    <TabPage ref={view} label={t('access.title')}>
      <TabHead>
        <PageHead title={t('access.title')} text={t('access.hint')}>
          {weakest !== undefined && (
            <Button size="md" icon="help" onClick={() => why.ask({ role: weakest.id })}>
              {t('access.why')}
            </Button>
          )}
          <SearchField className={styles.find} label={t('access.find')} value={filter} onChange={setFilter} />
          {permissions.has('role.manage') && (
            <Button size="md" icon="plus" onClick={openNewRole}>
              {t('access.newRole')}
            </Button>
          )}
        </PageHead>
        <Legend />
      </TabHead>
      <div className={styles.content}>
        {entries === undefined || roles === undefined ? (
          error === null ? (
            <div className={styles.loading}>
              <Skeleton height={240} />
            </div>
          ) : (
            <ErrorState title={t('access.notRead')} text={messageOf(error)} onRetry={retry} />
          )
        ) : shown.length === 0 ? (
          <EmptyState
            title={t(entries.length === 0 ? 'access.noTables' : 'access.noMatch')}
            action={entries.length > 0 && <Button onClick={() => setFilter('')}>{t('access.clearFilter')}</Button>}
          />
        ) : (
          <AccessMatrix
            projectId={project.id}
            entries={shown}
            roles={roles}
            opened={opened}
            onOpen={(table, role) => showRules({ projectId: project.id, table, role })}
            onOpenTable={onOpenTable}
          />
        )}
        {entries !== undefined && roles !== undefined && openedEntry === undefined && (
          <RuleCards
            projectId={project.id}
            entries={shown}
            roles={roles}
            onOpen={(table, role) => showRules({ projectId: project.id, table, role })}
          />
        )}
        {openedEntry !== undefined && openedRole !== undefined && (
          <RulesPanel
            key={`${openedEntry.table} ${openedRole.id}`}
            projectId={project.id}
            entry={openedEntry}
            role={openedRole}
            onClose={close}
          />
        )}
      </div>
      {entries !== undefined && roles !== undefined && (
        <SaveBar projectId={project.id} entries={entries} roles={roles} />
      )}
    </TabPage>
  )
}
