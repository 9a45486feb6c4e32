import { client, type ApiError } from '@renderer/api'
import { formatRelativeTime, useTranslation } from '@renderer/i18n'
import { useMinute } from '@renderer/ui'
import { useQuery } from '@tanstack/react-query'
import { shortName } from './comment-text'

/** Who changed a record last, and when, in words; undefined when nothing is known of it. */
export function useRecordChange(
  projectId: string,
  table: string,
  rowId: string | undefined,
  version: string,
): { readonly person: string; readonly when: string } | undefined {
  const { t } = useTranslation()
  const now = useMinute()
  const { data } = useQuery<{ readonly user: string | null; readonly when: string } | null, ApiError>({
    queryKey: ['lastChange', projectId, table, rowId, version],
    queryFn: async ({ signal }) => {
      const part = { tn: table, rowId: rowId ?? '', limit: 1 }
      const { list } = await client.call('rowHistory', part, { projectId, signal, silent: true })
      return list[0] ?? null
    },
    enabled: rowId !== undefined,
    gcTime: 0,
  })
  if (data === undefined || data === null) return undefined
  return {
    person: data.user === null ? t('audit.nobody') : shortName(data.user),
    when: formatRelativeTime(data.when, now),
  }
}
