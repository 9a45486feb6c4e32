import { apiTokenHeader, masterKeyHeader } from '@common/principal'
import { queryValues } from '@renderer/api'
import { SaveDocumentButton } from '@renderer/features/swagger-client'
import { useTables } from '@renderer/features/tables'
import { sentence, useTranslation } from '@renderer/i18n'
import { serverAddress, toast, useInstallation, useShell, useUsers } from '@renderer/stores'
import { Button, copyText, Segments } from '@renderer/ui'
import { useState } from 'react'
import styles from './api-panel.module.css'
import type { ApiPanelButtonProps } from './ApiPanelButton'
import { callKinds, callText, type CallKind, type ShownRows } from './calls'

export interface ApiPanelProps extends ApiPanelButtonProps {
  /** A token that this window has created; undefined for the session's. */
  readonly apiToken: string | undefined
  readonly isGraphql: boolean
  readonly onMakeToken: () => void
}

/** Calls that return the visible rows, in several languages. */
export function ApiPanel(props: ApiPanelProps) {
  const { projectId, table, sort, search, where = '', condition = '', fields, isGraphql, apiToken, onMakeToken } = props
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<CallKind>()
  const kind = chosen ?? (isGraphql ? 'graphql' : 'curl')
  const tables = useTables(projectId).value
  const sessionToken = useUsers((state) => state.token) ?? ''
  const sessionHeader = useInstallation(({ info }) => (info?.authType === 'masterKey' ? masterKeyHeader : 'xc-auth'))
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
    values: queryValues.of(projectId, table.name),
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
        <SaveDocumentButton projectId={projectId} format="yaml" label={t('apiPanel.saveYaml')} />
        <Button kind="main" icon="copy" onClick={() => void copy()}>
          {t('apiPanel.copy')}
        </Button>
      </div>
    </div>
  )

  async function copy(): Promise<void> {
    await copyText(callText(kind, shown))
    toast.success(sentence('apiPanel.copied'))
  }
}
