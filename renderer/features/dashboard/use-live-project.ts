import type { LiveChange } from '@common/live'
import { clientId, invalidateProject, live, queryClient } from '@renderer/api'
import { lookForNotices } from '@renderer/features/notifications'
import { dropEarlyRows, rowCountKey } from '@renderer/features/records'
import { tabs } from '@renderer/features/tabs'
import { announce } from '@renderer/stores'
import { useEffect } from 'react'

/** Throttles updates: counting a large table takes time, and another program may write continuously. */
const lookEveryMs = 2_000

/** Applies other clients' changes outside the open table: schemas, views and record counts in the tree. */
export function useLiveProject(projectId: string): void {
  useEffect(() => {
    const counted = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAllOld = false
    const lookAgain = (): void => {
      timer = undefined
      if (isAllOld) invalidateProject(queryClient, projectId, ['project'])
      isAllOld = false
      for (const table of counted) void queryClient.invalidateQueries({ queryKey: rowCountKey(projectId, table) })
      counted.clear()
    }
    const hear = (change: LiveChange): void => {
      if (change.kind === 'notice') return lookForNotices()
      if (change.kind === 'announcement') return announce(change.text, change.by)
      if (change.kind === 'command' && change.client !== clientId)
        invalidateProject(queryClient, projectId, change.changes)
      if (change.kind === 'elsewhere') isAllOld = true
      else if (change.kind === 'rows' && change.change !== 'update') counted.add(change.table)
      else return
      timer ??= setTimeout(lookAgain, lookEveryMs)
    }
    const end = live.listen(projectId, (changes) => {
      // Also after changes of this window.
      dropEarlyRows(projectId)
      tabs.expectNone()
      changes.forEach(hear)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [projectId])
}
