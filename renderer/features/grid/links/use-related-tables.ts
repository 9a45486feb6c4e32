import type { Table } from '@common/model'
import type { LinkColumn } from './linked'
import { tableFromWire } from '@common/wire/mappers'
import { wireTableMeta } from '@common/wire/schemas'
import { client, operationKey } from '@renderer/api'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'

/** The tables that links lead to, by name, each as soon as it is known, and whether none is waited for any more. */
export function useRelatedTables(
  projectId: string,
  links: readonly LinkColumn[],
  enabled = true,
): { readonly tables: ReadonlyMap<string, Table>; readonly areAsked: boolean } {
  const names = useMemo(() => [...new Set(links.map(({ link }) => link.relatedTable))], [links])
  const { metas, areAsked } = useQueries({
    queries: names.map((tn) => ({
      queryKey: operationKey('tableXcModelGet', { tn }, projectId),
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await client.call('tableXcModelGet', { tn }, { projectId, signal })) ?? null,
      enabled,
    })),
    combine: (answers) => ({
      metas: answers.map(({ data }) => data?.meta),
      areAsked: answers.every(({ isPending }) => !isPending),
    }),
  })
  const tables = useMemo(
    () =>
      new Map(
        metas.flatMap((meta) => {
          if (meta === undefined) return []
          const table = tableFromWire(wireTableMeta.parse(JSON.parse(meta)))
          return [[table.name, table] as const]
        }),
      ),
    [metas],
  )
  return { tables, areAsked }
}
