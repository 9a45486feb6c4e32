import { defaultDbAlias } from '@common/constants'
import { capabilitiesOf } from '@common/dialects'
import type { TableSummary } from '@common/model'
import type { OperationInput } from '@common/operations'
import type { ProjectListEntry } from '@common/operations/projects'
import { DeleteObjectDialog, NewRoutineDialog, NewSqlViewDialog } from '@renderer/features/objects'
import { DeleteQueryTableDialog, EditQueryTableDialog } from '@renderer/features/query-tables'
import type { useTables } from '@renderer/features/tables'
import { tabKey, tabs } from '@renderer/features/tabs'
import type { RoutineGroup } from '@renderer/features/tree'
import { tabOfTable } from './use-tab-route'

type RoutineKind = OperationInput<'routineRead'>['kind']

export const routineKinds: Readonly<Record<RoutineGroup, RoutineKind>> = {
  functions: 'function',
  procedures: 'procedure',
  sequences: 'sequence',
}

/** A dialog of the tree about an object of the database. */
export type ObjectQuestion =
  | { readonly ask: 'newView' }
  | { readonly ask: 'editQuery' | 'deleteQuery'; readonly table: TableSummary }
  | { readonly ask: 'newRoutine'; readonly kind: RoutineKind }
  | {
      readonly ask: 'delete'
      readonly deletion: Extract<OperationInput<'objectPlan'>, { change: 'deleteView' | 'deleteRoutine' }>
    }

export interface ObjectQuestionsProps {
  readonly project: ProjectListEntry
  readonly tables: ReturnType<typeof useTables>
  readonly asked: ObjectQuestion | undefined
  readonly onClose: () => void
}

/** Dialogs that create and delete SQL views, functions, procedures and sequences. */
export function ObjectQuestions({ project, tables, asked, onClose }: ObjectQuestionsProps) {
  if (asked === undefined) return null
  if (asked.ask === 'newRoutine') return <NewRoutineDialog project={project} kind={asked.kind} onClose={onClose} />
  if (asked.ask === 'newView')
    return (
      <NewSqlViewDialog
        projectId={project.id}
        onClose={onClose}
        onCreated={(name) => {
          onClose()
          void tables.reload().then((list) => {
            const made = list.find((table) => table.name === name)
            if (made) tabs.open(tabOfTable(made))
          })
        }}
      />
    )
  if (asked.ask === 'editQuery')
    return (
      <EditQueryTableDialog
        projectId={project.id}
        syntax={capabilitiesOf(project.server?.kind).syntax}
        table={asked.table.name}
        onClose={onClose}
      />
    )
  if (asked.ask !== 'delete') {
    const { name, title } = asked.table
    return (
      <DeleteQueryTableDialog
        projectId={project.id}
        table={name}
        title={title}
        onClose={onClose}
        onDeleted={() => {
          for (const type of ['view', 'structure']) tabs.close(tabKey({ type, name, dbAlias: defaultDbAlias }))
          onClose()
        }}
      />
    )
  }
  const { deletion } = asked
  return (
    <DeleteObjectDialog
      projectId={project.id}
      deletion={deletion}
      onClose={onClose}
      onDeleted={() => {
        const types = deletion.change === 'deleteView' ? ['view', 'structure'] : [deletion.kind]
        for (const type of types) tabs.close(tabKey({ type, name: deletion.name, dbAlias: defaultDbAlias }))
        onClose()
      }}
    />
  )
}
