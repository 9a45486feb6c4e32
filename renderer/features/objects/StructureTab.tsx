import { defaultDbAlias } from '@common/constants'
import type { Table } from '@common/model'
import { messageOf } from '@renderer/api'
import { useTable } from '@renderer/features/tables'
import { tabKey, tabs, type ObjectTabPageProps } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { Button, EmptyState, ErrorState, PartTabs, Skeleton, TabBar, TabMiddle, TabPage } from '@renderer/ui'
import { useId, useState, type ReactNode } from 'react'
import { ChecksPart } from './ChecksPart'
import { ColumnsPart } from './ColumnsPart'
import { IndexesPart } from './IndexesPart'
import styles from './objects.module.css'
import { StatementsPart } from './StatementsPart'
import { structureTabId } from './tab-ids'
import { TriggersPart } from './TriggersPart'
import { ViewDefinitionPart } from './ViewDefinitionPart'

type Part = 'columns' | 'indexes' | 'checks' | 'triggers' | 'definition' | 'statements'

const tableParts: readonly Part[] = ['columns', 'indexes', 'checks', 'triggers', 'statements']

/** The structure of a table or SQL view: columns, indexes, checks, triggers and SQL statements. */
export function StructureTab({ project, name, permissions, onOpenTable }: ObjectTabPageProps) {
  const { t } = useTranslation()
  const { value: table, error, retry } = useTable(project.id, name)
  const mayChange = permissions.has('schema.change')
  if (table === null)
    return (
      <TabPage label={name}>
        <TabMiddle>
          <EmptyState
            title={t('tabs.missing.title', { name })}
            text={t('tabs.missing.text')}
            action={
              <Button onClick={() => tabs.close(tabKey({ type: structureTabId, name, dbAlias: defaultDbAlias }))}>
                {t('tabs.missing.action')}
              </Button>
            }
          />
        </TabMiddle>
      </TabPage>
    )
  if (table === undefined)
    return (
      <TabPage label={name}>
        {error === null ? (
          <div className={styles.body}>
            <Skeleton height={160} />
          </div>
        ) : (
          <TabMiddle>
            <ErrorState title={t('objects.failed', { name })} text={messageOf(error)} onRetry={retry} />
          </TabMiddle>
        )}
      </TabPage>
    )
  return (
    <Structure
      projectId={project.id}
      server={project.server?.kind}
      table={table}
      mayChange={mayChange}
      onOpen={() => onOpenTable(table.name)}
    />
  )
}

interface StructureProps extends Pick<Parameters<typeof TriggersPart>[0], 'projectId' | 'server' | 'mayChange'> {
  readonly table: Table
  readonly onOpen: () => void
}

function Structure({ projectId, server, table, mayChange, onOpen }: StructureProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Part>('columns')
  const panelId = useId()
  // The definition of a view needs the right to change it.
  const viewParts: readonly Part[] = [
    'columns',
    ...(mayChange ? ['definition' as const] : []),
    'triggers',
    'statements',
  ]
  const parts = table.type === 'view' ? viewParts : tableParts
  const part = parts.includes(shown) ? shown : 'columns'
  const of = { projectId, table, mayChange }
  const contents: Readonly<Record<Part, () => ReactNode>> = {
    columns: () => <ColumnsPart table={table} />,
    indexes: () => <IndexesPart {...of} />,
    checks: () => <ChecksPart {...of} />,
    triggers: () => <TriggersPart {...of} server={server} />,
    definition: () => <ViewDefinitionPart projectId={projectId} table={table} />,
    statements: () => <StatementsPart projectId={projectId} table={table} />,
  }
  return (
    <TabPage label={t('tabs.structureOf', { name: table.title })}>
      <TabBar
        end={
          <Button icon={table.type === 'view' ? 'eye' : 'table'} onClick={onOpen}>
            {t('objects.structure.open', { type: table.type })}
          </Button>
        }
      >
        <h2 className={styles.name}>
          <bdi>{table.title}</bdi>
        </h2>
        {table.name !== table.title && <bdi className={styles.quiet}>{table.name}</bdi>}
      </TabBar>
      <div className={styles.parts}>
        <PartTabs
          label={t('objects.structure.parts')}
          panelId={panelId}
          value={part}
          parts={parts.map((value) => ({ value, label: t(`objects.parts.${value}`) }))}
          onChange={setShown}
        />
      </div>
      <div
        id={panelId}
        role="tabpanel"
        aria-labelledby={`${panelId}-${part}`}
        tabIndex={0}
        className={styles.body}
        key={part}
      >
        {contents[part]()}
      </div>
    </TabPage>
  )
}
