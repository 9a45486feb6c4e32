import type { Table } from '@common/model'
import { apiTokenHeader, masterKeyHeader } from '@common/principal'
import type { Sort } from '@common/query/tree'
import { useOperation } from '@renderer/api'
import { useTables } from '@renderer/features/tables'
import { NewTokenDialog } from '@renderer/features/team'
import { useTranslation } from '@renderer/i18n'
import { serverAddress, toast, useInstallation, useShell, useUsers } from '@renderer/stores'
import { Button, copyText, Popover, Segments } from '@renderer/ui'
import { memo, Suspense, useState } from 'react'
import { create } from 'zustand'
import styles from './api-panel.module.css'
import { callKinds, callText, type CallKind, type ShownRows } from './calls'

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

interface ApiPanelProps extends ApiPanelButtonProps {
  readonly isGraphql: boolean
  readonly onMakeToken: () => void
}

function ApiPanel(props: ApiPanelProps) {
  const { projectId, table, sort, search, where = '', condition = '', fields, isGraphql, onMakeToken } = props
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<CallKind>()
  const kind = chosen ?? (isGraphql ? 'graphql' : 'curl')
  const tables = useTables(projectId).value
  const sessionToken = useUsers((state) => state.token) ?? ''
  const sessionHeader = useInstallation(({ info }) => (info?.authType === 'masterKey' ? masterKeyHeader : 'xc-auth'))
  const apiToken = useMadeTokens((made) => made[projectId])
  const token = apiToken ?? sessionToken
  const origin = `http://${serverAddress(useShell((state) => state.info))}`
  const shown: ShownRows = {
    origin,
    projectId,
    token,
    header: apiToken === undefined ? sessionHeader : apiTokenHeader,
    table,
    tables: (tables ?? [table]).map(({ title }) => title),
    sort,
    search,
    where,
    condition,
    fields,
  }
  // Shows the token shortened, because it is long and secret. The copied text contains it in full.
  const seen = callText(kind, { ...shown, token: token === '' ? '' : `${token.slice(0, 6)}…` })
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('apiPanel.title', { table: table.title })}</h2>
        <Segments
          label={t('apiPanel.language')}
          value={kind}
          onChange={setChosen}
          options={callKinds.map((value) => ({ value, label: t(`apiPanel.kinds.${value}`) }))}
        />
      </div>
      <pre className={styles.code} tabIndex={0} aria-label={t('apiPanel.call')}>
        {seen}
      </pre>
      <div className={styles.foot}>
        <p className={styles.hint}>
          {t(
            kind === 'graphql'
              ? 'apiPanel.graphqlHint'
              : apiToken === undefined
                ? 'apiPanel.hint'
                : 'apiPanel.tokenHint',
          )}
        </p>
        {kind !== 'graphql' && apiToken === undefined && (
          <Button icon="key" onClick={onMakeToken}>
            {t('apiPanel.newToken')}
          </Button>
        )}
        <Button kind="main" icon="copy" onClick={() => void copy()}>
          {t('apiPanel.copy')}
        </Button>
      </div>
    </div>
  )

  async function copy(): Promise<void> {
    await copyText(callText(kind, shown))
    toast.success(t('apiPanel.copied'))
  }
}
