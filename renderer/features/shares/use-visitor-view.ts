import type { Table } from '@common/model'
import type { OpenedShare } from '@common/operations/shares'
import type { ViewSettings } from '@common/views'
import type { TableView } from '@renderer/features/views'
import { useCallback, useMemo, useState } from 'react'

const noViews: TableView['views'] = []

/** Returns a shared view with the changes of this visitor, which stay in this tab. */
export function useVisitorView(
  projectId: string,
  table: Table,
  saved: Extract<OpenedShare, { kind: 'view' }>['view'],
): TableView {
  const [own, setOwn] = useState<Partial<ViewSettings>>({})
  const settings = useMemo(() => ({ ...saved.settings, ...own }), [saved.settings, own])
  const view = useMemo<TableView['view']>(
    () => ({
      id: saved.id,
      title: saved.title,
      kind: saved.kind,
      position: 0,
      locked: false,
      settings: saved.settings,
      personal: null,
      options: saved.options,
    }),
    [saved],
  )
  const change = useCallback<TableView['change']>((patch) => setOwn((before) => ({ ...before, ...patch })), [])
  return {
    projectId,
    table,
    views: noViews,
    view,
    title: saved.title,
    settings,
    change,
    changeOptions: () => Promise.resolve(),
    scope: 'me',
    onlyMe: 'visitor',
    setScope: () => undefined,
    isPersonal: Object.keys(own).length > 0,
    reset: () => setOwn({}),
    mayManage: false,
    mayShare: false,
    choose: () => undefined,
  }
}
