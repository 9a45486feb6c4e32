import type { Table } from '@common/model'
import { useTablesNamed } from '@renderer/features/tables'
import { useMemo } from 'react'
import type { LinkColumn } from './linked'

/**
 * Returns the tables that links lead to, by name, each as soon as it is known. Also returns true once none is pending.
 */
export function useRelatedTables(
  projectId: string,
  links: readonly LinkColumn[],
  enabled = true,
): { readonly tables: ReadonlyMap<string, Table>; readonly areAsked: boolean } {
  const names = useMemo(() => [...new Set(links.map(({ link }) => link.relatedTable))], [links])
  const { tables, missing } = useTablesNamed(projectId, names, () => enabled)
  return { tables, areAsked: missing.size === 0 }
}
