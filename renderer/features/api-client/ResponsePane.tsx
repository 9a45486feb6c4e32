import type { AssertionResult } from '@common/api-client/assertions'
import { headerValue, type ApiResponse } from '@common/api-client/request'
import { Panes } from '@renderer/features/clients'
import { CodeText, jsonText, plainText } from '@renderer/features/code'
import { formatBytes, formatNumber, sentenceText, useTranslation } from '@renderer/i18n'
import { Badge, copyText, EmptyState, ErrorState, IconButton, Note, saveFile, Spinner, Table } from '@renderer/ui'
import { useMemo, useState } from 'react'
import { AssertionResults } from './AssertionResults'
import styles from './api-client.module.css'
import type { ClientState } from './client-state'
import { formattedJson, recordsIn } from './json-text'
import { ResponsePreview } from './ResponsePreview'

const parts = ['pretty', 'raw', 'preview', 'headers', 'tests'] as const
type Part = (typeof parts)[number]

export interface ResponsePaneProps {
  readonly state: Pick<ClientState, 'entryId' | 'failure' | 'response' | 'results' | 'running'>
  /** Says how to get a response. */
  readonly emptyText: string
  readonly onRetry: () => void
}

/** The response: status, time and size, then the body and the headers. */
export function ResponsePane({ state, emptyText, onRetry }: ResponsePaneProps) {
  const { t } = useTranslation()
  const { response, failure, running } = state
  if (running !== undefined)
    return (
      <div className={styles.middle} role="status">
        <Spinner />
        {t('apiClient.running')}
      </div>
    )
  if (failure !== undefined)
    return (
      <div className={styles.middle}>
        {failure.isCancelled ? (
          <EmptyState title={t('apiClient.cancelled')} text={t('apiClient.cancelledText')} />
        ) : (
          <ErrorState title={t('apiClient.failed')} text={sentenceText(failure.text)} onRetry={onRetry} />
        )}
      </div>
    )
  if (response === undefined)
    return (
      <div className={styles.middle}>
        <EmptyState title={t('apiClient.noResponse')} text={emptyText} />
      </div>
    )
  return <ResponseView key={state.entryId} response={response} results={state.results ?? []} />
}

interface ResponseViewProps {
  readonly response: ApiResponse
  readonly results: readonly AssertionResult[]
}

function ResponseView({ response, results }: ResponseViewProps) {
  const { t } = useTranslation()
  const [chosen, setPart] = useState<Part>(response.isBase64 ? 'preview' : 'pretty')
  const pretty = useMemo(() => (response.isBase64 ? undefined : formattedJson(response.body)), [response])
  const records = useMemo(() => (response.isBase64 ? undefined : recordsIn(response.body)), [response])
  const type = headerValue(response.headers, 'content-type') ?? ''
  const isHtml = /^text\/html/i.test(type)
  const isImage = /^image\//i.test(type) && response.isBase64
  const hasPreview = isHtml || isImage || records !== undefined
  const isThere: Readonly<Record<Part, boolean>> = {
    pretty: !response.isBase64,
    raw: true,
    preview: hasPreview,
    headers: true,
    tests: results.length > 0,
  }
  const shown = parts.filter((part) => isThere[part])
  const passed = results.filter(({ isPassed }) => isPassed).length
  const part = shown.includes(chosen) ? chosen : (shown[0] ?? 'raw')
  return (
    <>
      {response.isCut && <Note icon="warning" text={t('apiClient.cut')} />}
      <Panes<Part>
        label={t('apiClient.response.label')}
        value={part}
        parts={shown.map((value) => ({
          value,
          label: t(`apiClient.response.${value}`),
          badge:
            value === 'headers' ? (
              <Badge>{response.headers.length}</Badge>
            ) : (
              value === 'tests' && (
                <Badge kind={passed === results.length ? 'success' : 'error'}>
                  {t('apiClient.tests.score', { passed, count: results.length })}
                </Badge>
              )
            ),
        }))}
        onChange={setPart}
        end={
          <>
            <div className={styles.facts} role="status">
              <span className={styles.status} data-class={Math.floor(response.status / 100)} dir="ltr">
                {response.status} {response.statusText}
              </span>
              <span>
                {t('apiClient.time', {
                  ms: formatNumber(response.timeMs, { maximumFractionDigits: response.timeMs < 10 ? 1 : 0 }),
                })}
              </span>
              <bdi>{formatBytes(response.size)}</bdi>
              {records !== undefined && !response.isCut && (
                <span>{t('apiClient.rows', { count: records.length })}</span>
              )}
            </div>
            <IconButton
              icon="copy"
              label={t('apiClient.copyBody')}
              onClick={() => void copyText(part === 'pretty' ? (pretty ?? response.body) : response.body)}
            />
            <IconButton
              icon="download"
              label={t('apiClient.saveBody')}
              onClick={() => saveFile(fileOf(response, type), fileNameOf(type))}
            />
          </>
        }
      >
        {part === 'pretty' && (
          <CodeText
            label={t('apiClient.response.pretty')}
            language={pretty === undefined ? plainText : jsonText}
            value={pretty ?? response.body}
          />
        )}
        {part === 'raw' && <CodeText label={t('apiClient.response.raw')} language={plainText} value={response.body} />}
        {part === 'preview' && <ResponsePreview response={response} type={type} records={records} />}
        {part === 'tests' && <AssertionResults results={results} />}
        {part === 'headers' && (
          <Table label={t('apiClient.response.headers')} dense>
            <thead>
              <tr>
                <th scope="col">{t('apiClient.name')}</th>
                <th scope="col">{t('apiClient.value')}</th>
              </tr>
            </thead>
            <tbody>
              {response.headers.map(({ name, value }, at) => (
                // A header can come twice.
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={at} dir="ltr">
                  <td className={styles.mono}>{name}</td>
                  <td className={styles.mono}>{value}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Panes>
    </>
  )
}

function fileOf({ body, isBase64 }: ApiResponse, type: string): Blob {
  const content = isBase64 ? Uint8Array.from(atob(body), (character) => character.codePointAt(0) ?? 0) : body
  return new Blob([content], { type })
}

const endings: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'text/csv': 'csv',
  'text/html': 'html',
}

function fileNameOf(type: string): string {
  return `response.${endings[type.split(';')[0]?.trim().toLowerCase() ?? ''] ?? 'txt'}`
}
