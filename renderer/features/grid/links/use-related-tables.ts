import type { Table } from '@common/model'
import type { LinkColumn } from './linked'
import { tableFromWire } from '@common/wire/mappers'
import { wireTableMeta } from '@common/wire/schemas'
import { client, operationKey } from '@renderer/api'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'

/** The tables that links lead to, by name, each as soon as it is known. */
export function useRelatedTables(projectId: string, links: readonly LinkColumn[]): ReadonlyMap<string, Table> {
  const names = useMemo(() => [...new Set(links.map(({ link }) => link.relatedTable))], [links])
  const metas = useQueries({
    queries: names.map((tn) => ({
      queryKey: operationKey('tableXcModelGet', { tn }, projectId),
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await client.call('tableXcModelGet', { tn }, { projectId, signal })) ?? null,
    })),
    combine: (answers) => answers.map(({ data }) => data?.meta),
  })
  return useMemo(
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
}
