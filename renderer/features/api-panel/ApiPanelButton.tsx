import type { Table } from '@common/model'
import type { Sort } from '@common/query/tree'
import { useOperation } from '@renderer/api'
import { NewTokenDialog } from '@renderer/features/team'
import { memo, useTranslation } from '@renderer/i18n'
import { Button, Popover, prefetched } from '@renderer/ui'
import { Suspense, useState } from 'react'
import { create } from 'zustand'

const ApiPanel = prefetched(async () => (await import('./ApiPanel')).ApiPanel)

export interface ApiPanelButtonProps {
  readonly projectId: string
  readonly table: Table
  readonly sort: readonly Sort[]
  readonly search: string
  /** Filter in the grammar of `where`; empty for none. */
  readonly where?: string
  /** Filter as JSON of `conditionGraph`; undefined for none. */
  readonly condition?: string | undefined
  /** Titles of the visible columns. */
  readonly fields: readonly string[]
}

/** API tokens that this window has created, by project. Only the window that creates a token knows its value. */
const useMadeTokens = create<Readonly<Record<string, string>>>(() => ({}))

/** The "API" button of a table's toolbar: calls that return the visible rows (filter, sort and columns). */
export const ApiPanelButton = memo(function ApiPanelButton(props: ApiPanelButtonProps) {
  const { t } = useTranslation()
  const { projectId, table } = props
  const [opened, setOpened] = useState(false)
  const [isMaking, setMaking] = useState(false)
  const projects = useOperation('projectList', {}, { enabled: opened || isMaking, silent: true }).data
  const apiToken = useMadeTokens((made) => made[projectId])
  const project = projects?.find(({ id }) => id === projectId)
  return (
    <>
      <Popover
        width={560}
        align="end"
        label={t('apiPanel.title', { table: table.title })}
        opened={opened}
        onChange={setOpened}
        target={
          <Button kind="quiet" icon="code" on={opened} onClick={() => setOpened(!opened)}>
            {t('apiPanel.button')}
          </Button>
        }
      >
        {opened && (
          <ApiPanel
            {...props}
            apiToken={apiToken}
            isGraphql={project?.projectType === 'graphql'}
            onMakeToken={() => {
              setOpened(false)
              setMaking(true)
            }}
          />
        )}
      </Popover>
      {isMaking && project !== undefined && (
        <Suspense>
          <NewTokenDialog
            project={project}
            title={t('apiPanel.tokenFor', { table: table.title })}
            onMade={({ token }) => useMadeTokens.setState({ [projectId]: token })}
            onClose={() => {
              setMaking(false)
              setOpened(true)
            }}
          />
        </Suspense>
      )}
    </>
  )
})
