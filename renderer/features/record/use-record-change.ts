import { shortName } from '@common/util/short-name'
import { client, type ApiError } from '@renderer/api'
import { formatNumber, formatRelativeTime, useTranslation } from '@renderer/i18n'
import { useMinute } from '@renderer/ui'
import { useQuery } from '@tanstack/react-query'

/** Entries that are counted: more are told as `99+`. */
const countedMax = 99

export interface RecordChange {
  /** Who changed the record last, and when, in words; undefined when nothing is known of it. */
  readonly last: { readonly person: string; readonly when: string } | undefined
  /** How many entries its history has, in words; undefined until that is known. */
  readonly count: string | undefined
}

/** What the history of a record comes to. */
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
      const part = { tn: table, rowId: rowId ?? '', limit: countedMax }
      const { list, more } = await client.call('rowHistory', part, { projectId, signal, silent: true })
      return { last: list[0], count: list.length, more }
    },
    enabled: rowId !== undefined,
    gcTime: 0,
  })
  const last = data?.last
  return {
    last: last && {
      person: last.user === null ? t('audit.nobody') : shortName(last.user),
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
