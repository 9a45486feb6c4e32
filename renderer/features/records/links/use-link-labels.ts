import type { Table } from '@common/model'
import { useAfterFirstRows } from '@renderer/stores'
import { useLayoutEffect, useMemo, type RefObject } from 'react'
import type { DataGridHandle } from '../painter/data-grid'
import type { GridModel } from '../model/grid-model'
import { shownLinks } from './linked'
import { useRelatedTables } from './use-related-tables'

/** Gives the model the tables of its links, so that it knows the names of their records. */
export function useLinkLabels(
  projectId: string,
  table: Table,
  model: GridModel,
  grid: RefObject<DataGridHandle | null>,
): void {
  const links = useMemo(() => {
    const { references, columns } = shownLinks(table)
    return [...references.values(), ...columns]
  }, [table])
  const { tables, areAsked } = useRelatedTables(projectId, links, useAfterFirstRows())
  useLayoutEffect(() => {
    model.labels.use(tables, areAsked)
    grid.current?.repaint()
  }, [model, tables, areAsked, grid])
}
