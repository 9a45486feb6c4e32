import type { Table } from '@common/model'
import type { Sort } from '@common/query/tree'
import { useOperation } from '@renderer/api'
import { useTables } from '@renderer/features/tables'
import { useTranslation } from '@renderer/i18n'
import { serverAddress, toast, useShell, useUsers } from '@renderer/stores'
import { Button, copyText, Popover, Segments } from '@renderer/ui'
import { memo, useState } from 'react'
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

/** The "API" button of a table's toolbar: calls that return the visible rows (filter, sort and columns). */
export const ApiPanelButton = memo(function ApiPanelButton(props: ApiPanelButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      width={560}
      align="end"
      label={t('apiPanel.title', { table: props.table.title })}
      opened={opened}
      onChange={setOpened}
      target={
        <Button kind="quiet" icon="code" on={opened} onClick={() => setOpened(!opened)}>
          {t('apiPanel.button')}
        </Button>
      }
    >
      {opened && <ApiPanel {...props} />}
    </Popover>
  )
})

function ApiPanel({ projectId, table, sort, search, where = '', condition = '', fields }: ApiPanelButtonProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<CallKind>()
  const projects = useOperation('projectList', {}, { silent: true }).data
  const isGraphql = projects?.find(({ id }) => id === projectId)?.projectType === 'graphql'
  const kind = chosen ?? (isGraphql ? 'graphql' : 'curl')
  const tables = useTables(projectId).value
  const token = useUsers((state) => state.token) ?? ''
  const origin = `http://${serverAddress(useShell((state) => state.info))}`
  const shown: ShownRows = {
    origin,
    projectId,
    token,
    table,
    tables: (tables ?? [table]).map(({ title }) => title),
    sort,
    search,
    where,
    condition,
    fields,
  }
  // Shows the token shortened, because it is long and secret. The copied text contains it in full.
  const seen = callText(kind, { ...shown, token: `${token.slice(0, 6)}…` })
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
        <p className={styles.hint}>{t(kind === 'graphql' ? 'apiPanel.graphqlHint' : 'apiPanel.hint')}</p>
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
