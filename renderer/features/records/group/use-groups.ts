import type { Table } from '@common/model'
import { aggregateAsked, figureOf, figureText } from '@common/views/aggregates'
import { GroupLines } from '@common/views/group-lines'
import { allOpen, withGroup, withLevel, type GroupState } from '@common/views/group-state'
import { groupKey, type GroupNode } from '@common/views/group-tree'
import type { FooterAggregate, ViewSettings } from '@common/views'
import { ownValue } from '@common/util/own-value'
import { formatNumber, t, useLanguage } from '@renderer/i18n'
import { usePanelSize } from '@renderer/stores'
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState, type RefObject } from 'react'
import type { DataGridColumn, DataGridHandle, GridLine } from '../painter/data-grid'
import type { DraftRow } from '../drafts/draft-row'
import type { GridModel } from '../model/grid-model'
import { useRelatedTables } from '../links/use-related-tables'
import { rowFilter } from '../rows/row-api'
import { rowKey } from '../rows/row-key'
import { cellSelection, emptySelection, type GridSelection } from '../painter/selection'
import { onSessionChange, type SessionStore } from '../session/session-store'
import type { GridQuery } from '../session/use-grid-model'
import type { GridGroups, LineChoice } from './grid-groups'
import { readGroups, readReferences, type FigureQuery } from './group-api'
import { belongsTo, groupLabels, groupLevels, valuesOfGroup, type GroupLevel } from './group-level'
import { GroupedRows, type GroupQuestion } from './grouped-rows'

export interface UseGroupsOptions {
  readonly projectId: string
  readonly table: Table
  /** Names the view on this computer. */
  readonly viewKey: string
  readonly model: GridModel
  readonly columns: readonly DataGridColumn[]
  readonly query: GridQuery
  readonly aggregates: ViewSettings['aggregates']
  readonly state: SessionStore
  readonly select: (selection: GridSelection) => void
  readonly mayAddRows: boolean
  readonly grid: RefObject<DataGridHandle | null>
}

/** Returns the groups of an open grid: loaded for the view, arranged with the rows, opened and closed by the user. */
export function useGroups(options: UseGroupsOptions): GridGroups {
  const { projectId, table, viewKey, model, columns, query, aggregates, state: session } = options
  const [version, changed] = useReducer((count: number) => count + 1, 0)
  const [choice, choose] = useState<LineChoice>()
  const latest = useRef(options)
  latest.current = options
  const levels = useMemo(() => groupLevels(table, query.groups ?? []), [table, query.groups])
  const [grouped] = useState(
    (): GroupedRows =>
      new GroupedRows({
        store: model.rows,
        changed,
        arranging: () => followRecord(latest.current),
        isHeld: (): boolean => isHeld(latest.current),
      }),
  )
  const { state, setState } = useGroupState(viewKey, levels)
  const question = useQuestion(options, levels)
  // In this order, so that the closed groups are known before the first groups arrive.
  useEffect(() => grouped.open(state), [grouped, state])
  useEffect(() => grouped.ask(question), [grouped, question])
  useEffect(() => grouped.start(), [grouped])
  useMadeRows(options, grouped, levels)
  useEffect(() => {
    grouped.settle()
    const ends = [
      onSessionChange(
        session,
        ({ selection }) => selection,
        () => grouped.settle(),
      ),
      onSessionChange(
        session,
        ({ editor }) => editor === undefined,
        () => grouped.settle(),
      ),
    ]
    return () => ends.forEach((end) => end())
  }, [grouped, session])
  useNamesOfGroups(projectId, model, grouped, changed)

  const { lines } = grouped
  const shownLevels = grouped.levels
  const shown = useShownAggregates(columns, aggregates)
  const language = useLanguage()
  const headLines = useMemo(() => {
    // Lines depend on these. The version increments when names of records load.
    void [lines, state, shown, shownLevels, columns, version, language]
    return new WeakMap<GroupNode, GridLine>()
  }, [lines, state, shown, shownLevels, columns, version, language])
  const lineAt = useCallback(
    (line: number): GridLine | undefined => {
      if (lines === undefined) return undefined
      const kind = lines.kindAt(line)
      if (kind === 'record' || kind === 'draft') return undefined
      if (kind === 'more') return plainLine('more', 0, t('grid.groups.more'))
      const node = lines.groupAt(line)
      if (node === undefined) return undefined
      if (kind === 'add') return plainLine('add', 0, t('grid.addRow'))
      const known = headLines.get(node)
      if (known) return known
      const made = headLine(node, { model, levels: shownLevels, shown, columns, open: grouped.isOpen(node) })
      headLines.set(node, made)
      return made
    },
    [lines, headLines, model, shownLevels, shown, columns, grouped],
  )

  const setOpen = useCallback(
    (group: Pick<GroupNode, 'key' | 'level'>, open: boolean) => setState(withGroup(grouped.state, group, open)),
    [grouped, setState],
  )
  const setAllOpen = useCallback(
    (open: boolean, level?: number) => setState(withLevel(grouped.state, levels.length, open, level)),
    [grouped, setState, levels.length],
  )
  const addTo = useCallback(
    (group: GroupNode): void => {
      const { model: rows, grid, columns: across } = latest.current
      const row = rows.addRow({ values: valuesOfGroup(grouped.levels, group), group: group.key })
      const draft = rows.draftAt(row)
      const first = across.findIndex(({ column, editable }) =>
        draft?.missing.length
          ? draft.needs(column)
          : editable && (draft && ownValue(draft.values, column.title)) === undefined,
      )
      const cell = { column: Math.max(0, first), row }
      choose(undefined)
      latest.current.select(cellSelection(cell))
      grid.current?.focus()
      requestAnimationFrame(() => grid.current?.scrollTo(cell))
    },
    [grouped],
  )
  const press = useCallback(
    (line: number) => {
      const { lines: now } = grouped
      if (now === undefined) return
      const kind = now.kindAt(line)
      const node = now.groupAt(line)
      if (kind === 'more' && node?.isUnread) grouped.read(node)
      else if (kind === 'more') grouped.more()
      else if (kind === 'head' && node) setOpen(node, !grouped.isOpen(node))
      else if (kind === 'add' && node) addTo(node)
    },
    [grouped, setOpen, addTo],
  )

  const groupAtRow = (row: number): GroupNode | undefined => {
    if (lines === undefined) return undefined
    return row < lines.rowCount ? lines.groupOfRow(row) : lines.groupAt(lines.lineOf(row))
  }

  model.givenToNew =
    lines === undefined
      ? undefined
      : () => {
          const row = session.getState().selection.active?.row
          const group =
            row === undefined ? choice && lines.nodes.find(({ key }) => key === choice.key) : groupAtRow(row)
          return group && { values: valuesOfGroup(grouped.levels, group), group: group.key }
        }
  return {
    lines,
    levels,
    state,
    choice,
    choose,
    lineAt,
    press,
    setOpen,
    setAllOpen,
    addTo,
    groupOf: groupAtRow,
    isLoading: grouped.isLoading,
    error: grouped.error,
    retry: () => grouped.retry(),
  }
}

const noFigures: GridLine['figures'] = new Map()
const plainLines = new Map<string, GridLine>()

/** Always the same object for the same words. */
function plainLine(kind: 'add' | 'more', level: number, text: string): GridLine {
  const key = `${kind} ${level} ${text}`
  const known = plainLines.get(key)
  if (known) return known
  const made: GridLine = {
    kind,
    level,
    open: false,
    labels: [{ text, look: 'quiet' }],
    count: '',
    figures: noFigures,
    spoken: text,
  }
  plainLines.set(key, made)
  return made
}

type Shown = readonly { readonly column: DataGridColumn; readonly aggregate: FooterAggregate }[]

function useShownAggregates(columns: readonly DataGridColumn[], aggregates: ViewSettings['aggregates']): Shown {
  return useMemo(
    () =>
      columns.flatMap((column) => {
        const aggregate = ownValue(aggregates, column.id)
        return aggregate === undefined ? [] : [{ column, aggregate }]
      }),
    [columns, aggregates],
  )
}

function headLine(
  node: GroupNode,
  of: {
    readonly model: GridModel
    readonly levels: readonly GroupLevel[]
    readonly shown: Shown
    readonly columns: readonly DataGridColumn[]
    readonly open: boolean
  },
): GridLine {
  const { model, levels, shown, open } = of
  const level = levels[node.level]
  const labels = level ? groupLabels(level, node.values[node.level], model) : []
  const figures = new Map(
    shown.flatMap(({ column, aggregate }) => {
      const figure = figureOf(column.title, aggregate, node)
      const text = figure && figureText(figure, column.column, model.reader)
      return text === undefined ? [] : [[column.id, { label: t(`grid.figures.short.${aggregate}`), text }] as const]
    }),
  )
  const name = labels.map(({ text }) => text).join(', ')
  const said = { column: level?.column.title ?? '', name, count: node.count }
  const spoken = t(open ? 'grid.groups.spokenOpen' : 'grid.groups.spokenClosed', said)
  return { kind: 'head', level: node.level, open, labels, count: formatNumber(node.count), figures, spoken }
}

const noneClosed = { by: '', ...allOpen }

/** Returns the closed groups of a view on this computer. Ignores those saved for other group columns. */
function useGroupState(
  viewKey: string,
  levels: readonly GroupLevel[],
): { readonly state: GroupState; readonly setState: (state: GroupState) => void } {
  const by = levels.map(({ column }) => column.name).join('\n')
  const saved = usePanelSize(({ closedGroups }) => closedGroups[viewKey]) ?? noneClosed
  const keep = usePanelSize(({ groupsClosed }) => groupsClosed)
  const state = useMemo<GroupState>(
    () => (saved.by === by ? { closed: saved.closed, except: saved.except } : allOpen),
    [saved, by],
  )
  const setState = useCallback((next: GroupState) => keep(viewKey, { ...next, by }), [keep, viewKey, by])
  return { state, setState }
}

/** Undefined without groups. The same object while the query is unchanged. */
function useQuestion(
  { projectId, table, columns, query, aggregates }: UseGroupsOptions,
  levels: readonly GroupLevel[],
): GroupQuestion | undefined {
  const asked = JSON.stringify(
    columns.flatMap(({ id, title }) => {
      const aggregate = ownValue(aggregates, id)
      return (aggregate === undefined ? undefined : aggregateAsked(title, aggregate)) ?? []
    }),
  )
  return useMemo(() => {
    if (levels.length === 0) return undefined
    const figures: FigureQuery = {
      projectId,
      table,
      filter: rowFilter(query),
      aggregates: JSON.parse(asked) as FigureQuery['aggregates'],
    }
    const read: GroupQuestion['read'] =
      query.isPending === true
        ? () => new Promise(() => undefined)
        : (limit, signal, within) => readGroups(figures, levels, limit, signal, within)
    return { levels, read }
  }, [projectId, table, query, levels, asked])
}

/** Adds lines for new records, and for records created since the last layout. */
function useMadeRows(
  { model, mayAddRows }: UseGroupsOptions,
  grouped: GroupedRows,
  levels: readonly GroupLevel[],
): void {
  const made = model.rows.extra.map((row) => groupKey(levels.map(({ column }) => row[column.title] ?? null)))
  const drafts = Array.from({ length: model.drafts.count }, (_, at) => model.drafts.at(at)?.group)
  const keys = JSON.stringify([...made, ...drafts.map((key) => key ?? null)])
  // Before paint, so that their lines appear together with them.
  useLayoutEffect(() => {
    const each = (JSON.parse(keys) as (string | null)[]).map((key) => key ?? undefined)
    grouped.make(each, mayAddRows)
  }, [grouped, keys, mayAddRows])
}

/** Loads the names of the records that group a reference column. */
function useNamesOfGroups(projectId: string, model: GridModel, grouped: GroupedRows, changed: () => void): void {
  const { levels } = grouped
  const links = useMemo(() => levels.flatMap(({ link }) => link ?? []), [levels])
  const { tables: related } = useRelatedTables(projectId, links)
  const { lines } = grouped
  useEffect(() => {
    if (lines === undefined || links.length === 0) return undefined
    const request = new AbortController()
    const learn = async (): Promise<void> => {
      for (const [at, { link }] of levels.entries()) {
        const table = link && related.get(link.link.relatedTable)
        if (!link || !table) continue
        const values = new Set(lines.nodes.flatMap(({ level, values: all }) => (level === at ? [all[at] ?? null] : [])))
        const unknown = [...values].filter(
          (value) => value !== null && model.labels.reference(link, {}, value) === undefined,
        )
        if (unknown.length === 0) continue
        for (const record of await readReferences(projectId, link, table, unknown, request.signal))
          model.labels.learn(link, table, record)
        changed()
      }
    }
    // Without names, groups are called by their keys.
    learn().catch(() => undefined)
    return () => request.abort()
  }, [projectId, model, lines, links, levels, related, changed])
}

/**
 * True if the active record is new, was just created, or no longer fits its group. It stays in place while the user
 * edits it.
 */
function isHeld({ model, table, query, state }: UseGroupsOptions): boolean {
  const { selection, editor } = state.getState()
  const { layout: lines } = model.rows
  const row = selection.active?.row
  if (editor !== undefined) return true
  if (!(lines instanceof GroupLines) || row === undefined) return false
  if (row >= lines.rowCount) return row < model.rowCount
  const [held, group] = [model.rows.rowAt(row), lines.groupOfRow(row)]
  return held !== undefined && group !== undefined && !belongsTo(groupLevels(table, query.groups ?? []), group, held)
}

/** Remembers the user's position before a new layout. @returns a function that restores it */
function followRecord({ model, table, state, select }: UseGroupsOptions): () => void {
  const { active, range } = state.getState().selection
  if (active === undefined) return () => undefined
  const draft = model.draftAt(active.row)
  const held = draft ? undefined : model.rows.rowAt(active.row)
  const key = held && rowKey(table, held)
  const { layout } = model.rows
  const offset = layout && !draft && active.row < layout.rowCount ? layout.offsetOf(active.row) : -1
  return () => {
    const row = draft ? placeOf(model, draft) : key && model.rows.find((each) => rowKey(table, each) === key)
    // A record that is no longer cached stays at its position, unless its group is closed.
    const now = typeof row === 'number' ? row : offset < 0 ? active.row : (model.rows.layout?.rowOf(offset) ?? offset)
    const by = now - active.row
    if (now < 0 || now >= model.rowCount) select(emptySelection)
    else if (by !== 0) {
      const cell = { ...active, row: now }
      const isWhole = range && range.rows > 1 && now + range.rows <= model.rowCount
      select(isWhole ? { active: cell, range: { ...range, row: range.row + by }, rows: [] } : cellSelection(cell))
    }
  }
}

function placeOf(model: GridModel, draft: DraftRow): number | undefined {
  const at = model.drafts.indexOf(draft)
  return at === undefined ? undefined : model.rows.length + at
}
