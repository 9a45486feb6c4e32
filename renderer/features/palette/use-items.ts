import { defaultDbAlias } from '@common/constants'
import type { TableSummary } from '@common/model'
import type { UiType } from '@common/columns/ui-types'
import { availableCommands, columnPlaces, keyLines, runCommand } from '@renderer/actions'
import { useOperation } from '@renderer/api'
import { useTables } from '@renderer/features/tables'
import { tabs, useTabs } from '@renderer/features/tabs'
import { knownRowCount } from '@renderer/features/tree'
import { useEveryView, viewIcons, type TableViews } from '@renderer/features/views'
import { formatNumber, t, useTranslation } from '@renderer/i18n'
import type { IconName } from '@renderer/ui'
import { useMemo, useState } from 'react'
import { recentKey, recentKeys } from './palette-store'
import type { Findable } from './sections'

/** A line of the palette. */
export interface PaletteItem extends Findable {
  readonly icon: IconName | undefined
  readonly uiType?: UiType
  readonly detail?: string | undefined
  readonly keys?: string | undefined
  readonly run: () => void
}

/** What the palette does itself: opening what is open already helps nobody. */
const own = new Set(['palette.open'])

const commandIcons: Readonly<Record<string, IconName>> = {
  'audit.open': 'audit',
  'column.add': 'plus',
  'diagram.open': 'diagram',
  'edit.redo': 'redo',
  'edit.undo': 'undo',
  'find.open': 'search',
  'find.replace': 'search',
  'help.keys': 'info',
  'meta.open': 'layers',
  'palette.tables': 'table',
  'project.new': 'plus',
  'projects.open': 'database',
  'record.new': 'plus',
  'session.signOut': 'signOut',
  'table.new': 'plus',
  'tabs.close': 'close',
  'theme.toggleDark': 'moon',
  'trash.open': 'trash',
  'view.colour': 'colour',
  'view.cover': 'picture',
  'view.fields': 'eye',
  'view.filter': 'filter',
  'view.group': 'group',
  'view.sort': 'sort',
  'view.switch': 'table',
}

export interface Items {
  readonly items: readonly PaletteItem[]
  /** Title of the project, when one is open. */
  readonly project: string | undefined
}

/** Everything that can be found from here, in the order in which it is shown unasked. */
export function useItems(projectId: string | undefined): Items {
  const { t } = useTranslation()
  const { items: ofProject, project } = useProjectItems(projectId)
  // Of the moment in which the palette opened: what it lies over stays as it is.
  const [{ commands, places, lines }] = useState(() => ({
    commands: availableCommands().filter(({ id, listed }) => listed !== false && !own.has(id)),
    places: columnPlaces(),
    lines: new Map(keyLines().map(({ id, keys }) => [id, keys[0]])),
  }))
  const table = useTabs((state) => state.tabs.find(({ key }) => key === state.activeKey)?.title)
  const items = useMemo(() => {
    const ofColumns = places.map(({ id, title, uiType, go }): PaletteItem => ({
      id: `column ${id}`,
      kind: 'columns',
      title,
      icon: undefined,
      uiType,
      detail: table,
      run: go,
    }))
    const ofCommands = commands.map(({ id, label, keys, area = 'general' }): PaletteItem => ({
      id: `command ${id}`,
      kind: 'commands',
      title: t(label),
      icon: commandIcons[id] ?? 'bolt',
      detail: t(`keyHelp.areas.${area}`),
      keys: keys[0] ?? lines.get(id),
      run: () => void runCommand(id),
    }))
    return [...ofProject, ...ofColumns, ...ofCommands]
  }, [ofProject, places, commands, lines, table, t])
  return { items, project }
}

/** Tables, SQL views and saved views. */
function useProjectItems(projectId: string | undefined): Items {
  const isOpen = projectId !== undefined
  const id = projectId ?? ''
  const tables = useTables(id, isOpen)
  const project = useOperation('projectOpen', {}, { projectId: id, enabled: isOpen, silent: true })
  const list = isOpen ? tables.value : undefined
  const views = useEveryView(id, list)
  const items = useMemo(() => {
    const recent = recentKeys()
    const active = recent[0]
    const place = (key: string): number | undefined => {
      const at = recent.indexOf(key)
      // What is in front needs no way to it.
      return at < 0 || key === active ? undefined : at - 1
    }
    return (list ?? []).flatMap((table): PaletteItem[] => [
      tableItem(table, place(recentKey(table.name, undefined)), detailOf(id, table)),
      ...viewItems(table, views, place),
    ])
  }, [id, list, views])
  return { items, project: isOpen ? project.data?.title : undefined }
}

function tableItem(table: TableSummary, recent: number | undefined, detail: string | undefined): PaletteItem {
  return {
    id: `table ${table.name}`,
    kind: 'tables',
    title: table.title,
    icon: table.type === 'view' ? 'eye' : 'table',
    recent,
    detail,
    run: () => open(table),
  }
}

function viewItems(
  table: TableSummary,
  views: TableViews,
  place: (key: string) => number | undefined,
): readonly PaletteItem[] {
  return (views.get(table.name) ?? []).flatMap(({ id, title, kind }) =>
    id === undefined
      ? []
      : [
          {
            id: `view ${table.name} ${id}`,
            kind: 'tables' as const,
            title,
            icon: viewIcons[kind],
            recent: place(recentKey(table.name, id)),
            detail: table.title,
            run: () => open(table, id),
          },
        ],
  )
}

function detailOf(projectId: string, table: TableSummary): string | undefined {
  if (table.type === 'view') return t('palette.sqlView')
  const count = knownRowCount(projectId, table.name)
  return count === undefined || !Number.isFinite(count)
    ? undefined
    : t('palette.records', { count, shown: formatNumber(count) })
}

function open(table: TableSummary, view?: string): void {
  tabs.open({ type: table.type, name: table.name, title: table.title, dbAlias: defaultDbAlias, view })
}
