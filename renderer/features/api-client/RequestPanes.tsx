import type { ApiRequest, RequestEntry } from '@common/api-client/request'
import { Panes } from '@renderer/features/clients'
import { useTranslation } from '@renderer/i18n'
import { Badge, Chip } from '@renderer/ui'
import { useState } from 'react'
import styles from './api-client.module.css'
import { AssertionsPane } from './AssertionsPane'
import { AuthPane } from './AuthPane'
import { BodyPane } from './BodyPane'
import { editRequest } from './client-state'
import { commonHeaders, listParameters, type CompletionSource } from './completions'
import { EntryTable } from './EntryTable'

const panes = ['params', 'headers', 'auth', 'body', 'tests'] as const
type Pane = (typeof panes)[number]

export interface RequestPanesProps {
  readonly projectId: string
  readonly request: ApiRequest
  readonly source: CompletionSource
  /** Name of the working environment. */
  readonly environment: string | undefined
}

/** Parameters, headers, sign-in and body of the request. */
export function RequestPanes({ projectId, request, source, environment }: RequestPanesProps) {
  const { t } = useTranslation()
  const [pane, setPane] = useState<Pane>('params')
  const values = { variables: source.variables }
  const counts: Readonly<Record<Pane, number>> = {
    params: countOf(request.params),
    headers: countOf(request.headers),
    auth: 0,
    body: 0,
    tests: request.assertions.filter(({ enabled }) => enabled).length,
  }
  return (
    <Panes<Pane>
      label={t('apiClient.panes.label')}
      value={pane}
      parts={panes.map((value) => ({
        value,
        label: t(`apiClient.panes.${value}`),
        badge: counts[value] > 0 && <Badge>{counts[value]}</Badge>,
      }))}
      onChange={setPane}
      end={
        environment !== undefined && (
          <span className={styles.environment}>
            {t('apiClient.environment')} <Chip>{environment}</Chip>
          </span>
        )
      }
    >
      {pane === 'params' && (
        <EntryTable
          label={t('apiClient.panes.params')}
          entries={request.params}
          names={{ ...values, words: listParameters }}
          values={values}
          onChange={(params) => editRequest(projectId, { params })}
        />
      )}
      {pane === 'headers' && (
        <EntryTable
          label={t('apiClient.panes.headers')}
          entries={request.headers}
          names={{ ...values, words: commonHeaders }}
          values={values}
          onChange={(headers) => editRequest(projectId, { headers })}
        />
      )}
      {pane === 'auth' && (
        <AuthPane auth={request.auth} source={values} onChange={(auth) => editRequest(projectId, { auth })} />
      )}
      {pane === 'tests' && (
        <AssertionsPane
          assertions={request.assertions}
          onChange={(assertions) => editRequest(projectId, { assertions })}
        />
      )}
      {pane === 'body' && (
        <BodyPane
          method={request.method}
          body={request.body}
          source={values}
          onChange={(body) => editRequest(projectId, { body })}
        />
      )}
    </Panes>
  )
}

const countOf = (entries: readonly RequestEntry[]): number =>
  entries.filter(({ enabled, name }) => enabled && name !== '').length
