import { shortName } from '@common/util/short-name'
import { client, type ApiError } from '@renderer/api'
import { formatNumber, formatRelativeTime, useTranslation } from '@renderer/i18n'
import { useMinute } from '@renderer/ui'
import { useQuery } from '@tanstack/react-query'

/** Limit of the count: larger numbers show as `99+`. */
const countedMax = 99

export interface RecordChange {
  /** Author and time of the last change as text; undefined if unknown. */
  readonly last: { readonly person: string; readonly when: string } | undefined
  /** Number of history entries as text; undefined while loading. */
  readonly count: string | undefined
}

/** Returns a summary of a record's history. */
export function useRecordChange(
  projectId: string,
  table: string,
  rowId: string | undefined,
  version: string,
): RecordChange {
  const { t } = useTranslation()
  const now = useMinute()
  const { data } = useQuery<HistoryFacts, ApiError>({
    queryKey: ['lastChange', projectId, table, rowId, version],
    queryFn: async ({ signal }) => {
      const part = { table, rowId: rowId ?? '', limit: countedMax }
      const { list, more } = await client.call('rowHistory', part, { projectId, signal, silent: true })
      return { last: list[0], count: list.length, more }
    },
    enabled: rowId !== undefined,
    gcTime: 0,
  })
  const last = data?.last
  return {
    last: last && {
      person: last.user === null ? t('notices.nobody') : shortName(last.user),
      when: formatRelativeTime(last.when, now),
    },
    count: data && `${formatNumber(data.count)}${data.more ? '+' : ''}`,
  }
}

interface HistoryFacts {
  readonly last: { readonly user: string | null; readonly when: string } | undefined
  readonly count: number
  readonly more: boolean
}
