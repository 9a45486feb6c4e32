import { holdsPeople, isChoice } from '@common/columns/questions'
import type { Column, SelectOption } from '@common/model'
import { kindOptions, readKindOptions, type ViewOptions } from '@common/views'
import {
  kanbanCover,
  stackColumnOf,
  stackKeyOf,
  withLimit,
  withRenamedStack,
  withStackChoices,
  type KanbanOptions,
  type StackChoices,
} from '@common/views/kanban'
import { ownValue } from '@common/util/own-value'
import { useKeyLines } from '@renderer/actions'
import { messageOf, useOperation } from '@renderer/api'
import type { ViewProps } from '@renderer/features/views'
import {
  cellSelection,
  useCardParts,
  useNewGridSession,
  ViewFrame,
  type GridPart,
  type GridSession,
  type ViewMenu,
} from '@renderer/features/records'
import { undoLog } from '@renderer/features/undo'
import { sentence, type Sentence, t } from '@renderer/i18n'
import { Button, ErrorBanner } from '@renderer/ui'
import { useMemo, useRef, useState } from 'react'
import { Board } from './Board'
import { boardKeys } from './board-keys'
import styles from './kanban.module.css'
import { KanbanPopover } from './KanbanPopover'
import { NoStacks } from './NoStacks'
import { addStack, changeOption } from './option-edits'
import type { StackChange } from './StackEditor'
import { emptyGroup, type BoardStack } from './use-board'

const noChoices: StackChoices = {}

/** One table as a board: records are cards, stacked by the value of one field. */
export function KanbanView(props: ViewProps) {
  const { projectId, table, view, columnCommands } = props
  const [menu, openMenu] = useState<ViewMenu>()
  const kanban = useMemo(() => readKindOptions(kindOptions.kanban, view.view.options), [view.view.options])
  const column = stackColumnOf(table, kanban)
  const name = column?.name
  const groups = useMemo(() => (name === undefined ? [] : [{ column: name, descending: false }]), [name])
  const { session: plain } = useNewGridSession({ ...props, groups })
  const parts = useRef<readonly GridPart[]>([])
  const open = (row: number): void => parts.current.forEach((part) => part.openRow?.(row))
  const { model, select, state } = plain
  const choices = useChoices(projectId, column, plain.readOnly === undefined && props.permissions.has('row.comment'))

  /** A new record starts with the value of its stack. Its other values are entered in the record panel. */
  const addTo = ({ key, value }: Pick<BoardStack, 'key' | 'value'>): void => {
    plain.groups.setOpen({ key, level: 0 }, true)
    const values = column && value !== null ? { [column.title]: value } : {}
    const row = model.addRow({ values, group: key })
    select(cellSelection({ column: 0, row }))
    plain.grid.current?.scrollTo({ column: 0, row })
    open(row)
  }
  const addRow = (): void => {
    const { active } = state.getState().selection
    const group = active && plain.groups.groupOf(active.row)
    const { key, values } = group ?? emptyGroup(stackKeyOf(null), null)
    addTo({ key, value: values[0] ?? null })
  }
  const session: GridSession = {
    ...plain,
    // The groups of the board aren't those of the view, so changed rows don't move between groups.
    settings: { ...plain.settings, groups: [...groups] },
    actions: { ...plain.actions, addRow },
  }
  useKeyLines(boardKeys)
  const maySave = view.onlyMe === undefined
  const options = useOptionEdits(props, kanban)
  parts.current = useCardParts(session, {
    toolbar: view.onlyMe !== 'visitor' && (
      <KanbanPopover
        view={view}
        table={table}
        kanban={kanban}
        column={column}
        onChange={(patch) => options.change(patch)}
        onAllOpen={session.groups.setAllOpen}
      />
    ),
    ...(session.groups.error !== undefined && {
      stage: (
        <div className={styles.failed}>
          <ErrorBanner
            title={t('grid.groups.failed')}
            text={messageOf(session.groups.error)}
            action={
              <Button kind="quiet" onClick={session.groups.retry}>
                {t('grid.groups.retry')}
              </Button>
            }
          />
        </div>
      ),
    }),
  })
  const stackChoices = (name === undefined ? undefined : ownValue(kanban.byColumn ?? {}, name)) ?? noChoices
  const mayEditOptions =
    columnCommands !== undefined && column !== undefined && isChoice(column) && plain.readOnly === undefined
  const cover = useMemo(() => kanbanCover(table, kanban), [table, kanban])

  const changeStack = async (stack: BoardStack, change: StackChange): Promise<Sentence | undefined> => {
    if (column === undefined) return undefined
    let { key } = stack
    const before = column.options.options?.find(({ title }) => title === stack.value)
    if (before && (change.title !== undefined || change.color !== undefined)) {
      const after: SelectOption = { title: change.title ?? before.title, color: change.color ?? before.color }
      const renamed = stackKeyOf(after.title)
      const from = key
      const words = {
        label: sentence('kanban.renamed', { stack: before.title, name: after.title }),
        undone: sentence('undo.back.renamed', { column: after.title, title: before.title }),
      }
      // Undo reverts the stack's settings together with its name.
      const problem = await undoLog.group(projectId, from === renamed ? undefined : words, async () => {
        const refused = await changeOption({ projectId, table, column }, model, before.title, after)
        if (refused === undefined && from !== renamed && maySave)
          await options.changeStacks(column, (all) => withRenamedStack(all, from, renamed))
        return refused
      })
      if (problem !== undefined) return problem
      key = renamed
    }
    const { limit } = change
    if (limit !== undefined) void options.changeStacks(column, (all) => withLimit(all, key, limit ?? undefined))
    return undefined
  }

  return (
    <ViewFrame
      session={session}
      parts={parts.current}
      menu={menu}
      onMenuClose={() => openMenu(undefined)}
      saysEmpty={column === undefined || kanban.hideEmpty !== true}
    >
      {column === undefined ? (
        <NoStacks projectId={projectId} table={table} mayChange={columnCommands !== undefined} />
      ) : (
        <Board
          key={column.name}
          session={session}
          parts={parts.current}
          column={column}
          choices={choices}
          stackChoices={stackChoices}
          hideEmpty={kanban.hideEmpty === true}
          cover={cover}
          onOpen={open}
          onMenu={(row, at) => openMenu({ kind: 'row', row, at: { ...at, width: 1, height: 1 } })}
          onAdd={session.mayAddRows ? addTo : undefined}
          onOrder={
            maySave ? (order) => void options.changeStacks(column, (all) => ({ ...all, order: [...order] })) : undefined
          }
          onChange={maySave || mayEditOptions ? changeStack : undefined}
          mayRename={mayEditOptions}
          onNewStack={mayEditOptions ? (title) => addStack({ projectId, table, column }, title) : undefined}
        />
      )}
    </ViewFrame>
  )
}

/** Returns edits of this view's options. They apply to all users and can be undone. */
function useOptionEdits({ view }: ViewProps, kanban: KanbanOptions) {
  const latest = useRef({ view, kanban })
  latest.current = { view, kanban }
  const put = (options: KanbanOptions): Promise<void> => {
    latest.current = { ...latest.current, kanban: options }
    return latest.current.view.changeOptions(plainOptions(options))
  }
  return {
    change: (patch: KanbanOptions): void => void put({ ...latest.current.kanban, ...patch }),
    changeStacks: (column: Column, how: (all: StackChoices) => StackChoices): Promise<void> =>
      put(withStackChoices(latest.current.kanban, column.name, how)),
  }
}

/** Removes undefined values, as in the request. */
const plainOptions = (options: KanbanOptions): ViewOptions => JSON.parse(JSON.stringify(options)) as ViewOptions

const nobody: readonly string[] = []

/** Returns values that have a stack even without records: options of a choice, and all team members. */
function useChoices(projectId: string, column: Column | undefined, mayEdit: boolean): readonly string[] {
  const isPerson = column !== undefined && holdsPeople(column)
  const { data } = useOperation('projectMemberList', {}, { projectId, enabled: isPerson && mayEdit })
  return useMemo(() => {
    if (column !== undefined && isChoice(column)) return (column.options.options ?? []).map(({ title }) => title)
    return isPerson ? (data ?? []).map(({ email }) => email) : nobody
  }, [column, isPerson, data])
}
