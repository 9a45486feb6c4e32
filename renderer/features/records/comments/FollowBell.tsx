import { client, sentenceOf, useOperation } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { IconButton } from '@renderer/ui'
import { useState } from 'react'

export interface FollowBellProps {
  readonly projectId: string
  /** Name of the table in the database. */
  readonly table: string
  /** Key as in the path of the data API. */
  readonly rowId: string
}

/** Toggles notifications about one record, for the current user only. */
export function FollowBell({ projectId, table, rowId }: FollowBellProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<boolean>()
  const stored = useOperation('recordFollowing', { table, rowId }, { projectId, silent: true })
  const following = asked ?? stored.data?.following ?? false
  const toggle = async (): Promise<void> => {
    setAsked(!following)
    try {
      await client.call('recordFollow', { table, rowId, following: !following }, { projectId, silent: true })
      await stored.refetch()
    } catch (error) {
      toast.error(sentence('record.follow.failed'), { detail: sentenceOf(error) })
    } finally {
      setAsked(undefined)
    }
  }
  return (
    <IconButton
      icon="bell"
      size="xs"
      label={t('record.follow.label')}
      on={following}
      disabled={stored.data === undefined}
      loading={asked !== undefined}
      onClick={() => void toggle()}
    />
  )
}
