import { Panes, ResponseStatus } from '@renderer/features/clients'
import { CodeText, jsonText, plainText } from '@renderer/features/code'
import { formatBytes, formatNumber, formatTime, sentenceText, useTranslation } from '@renderer/i18n'
import { Badge, EmptyState, Spinner } from '@renderer/ui'
import { useState } from 'react'
import type { ClientState, LogLine, Pair, ShownCall } from './client-state'
import styles from './grpc-client.module.css'

type Part = 'messages' | 'metadata'

/** The response: status, time and size, the messages in order, and the metadata. */
export function CallLog({ state: { call } }: { readonly state: ClientState }) {
  const { t } = useTranslation()
  const [part, setPart] = useState<Part>('messages')
  if (call === undefined)
    return (
      <div className={styles.middle}>
        <EmptyState title={t('grpcClient.noResponse')} text={t('grpcClient.noResponseText')} />
      </div>
    )
  const pairs = call.metadata.length + (call.end?.trailers.length ?? 0)
  return (
    <>
      <CallFacts call={call} />
      <Panes<Part>
        fill
        label={t('grpcClient.parts')}
        value={part}
        parts={[
          { value: 'messages', label: t('grpcClient.messages') },
          { value: 'metadata', label: t('grpcClient.panes.metadata'), badge: pairs > 0 && <Badge>{pairs}</Badge> },
        ]}
        onChange={setPart}
      >
        {part === 'messages' ? <Messages call={call} /> : <CallMetadata call={call} />}
      </Panes>
    </>
  )
}

function CallFacts({ call }: { readonly call: ShownCall }) {
  const { t } = useTranslation()
  const { end, failure, isRunning } = call
  return (
    <p className={styles.facts} role="status">
      {isRunning && <Spinner />}
      {end !== undefined && (
        <ResponseStatus isGood={end.code === 0}>
          <span dir="ltr" translate="no">
            {end.code} {end.name}
          </span>
        </ResponseStatus>
      )}
      {end === undefined && failure !== undefined && (
        <ResponseStatus isGood={false}>{t('grpcClient.failed')}</ResponseStatus>
      )}
      {end !== undefined && <span>{t('grpcClient.time', { ms: formatNumber(end.atMs) })}</span>}
      {isRunning && call.received === 0 && <span>{t('grpcClient.waiting')}</span>}
      {call.received > 0 && (
        <span>
          {t('grpcClient.received', {
            count: call.received,
            number: formatNumber(call.received),
            size: formatBytes(call.receivedBytes),
          })}
        </span>
      )}
      {call.method.isClientStream && call.sent > 0 && (
        <span>{t('grpcClient.sent', { count: call.sent, number: formatNumber(call.sent) })}</span>
      )}
      {end?.reason !== undefined && <span>{t(`grpcClient.reasons.${end.reason}`)}</span>}
    </p>
  )
}

function Messages({ call }: { readonly call: ShownCall }) {
  const { t } = useTranslation()
  const { lines, end, failure, method } = call
  const details =
    failure !== undefined
      ? sentenceText(failure)
      : end !== undefined && end.code !== 0 && end.reason !== 'cancelled'
        ? end.details
        : ''
  const first = lines.find(({ direction }) => direction === 'received')
  const isOne = !method.isClientStream && !method.isServerStream && call.received <= 1
  return (
    <div className={styles.log}>
      {details !== '' && (
        <p className={styles.details} role="alert">
          {details}
        </p>
      )}
      {isOne && first !== undefined && (
        <div className={styles.answer}>
          <LineNotes line={first} />
          <CodeText label={t('grpcClient.response')} language={first.isRaw ? plainText : jsonText} value={first.text} />
        </div>
      )}
      {!isOne && (
        <ol className={styles.lines} aria-label={t('grpcClient.messages')} tabIndex={0}>
          {lines.map((line) => (
            <li key={line.id} data-direction={line.direction}>
              <div className={styles.lineHead}>
                <b>{t(`grpcClient.directions.${line.direction}`)}</b>
                <time dateTime={line.at}>{formatTime(line.at)}</time>
                <span>{t('grpcClient.time', { ms: formatNumber(line.atMs) })}</span>
                <span>{formatBytes(line.size)}</span>
              </div>
              <LineNotes line={line} />
              <pre dir="ltr" translate="no">
                {line.text}
              </pre>
            </li>
          ))}
        </ol>
      )}
      {!isOne && call.sent + call.received > lines.length && (
        <p className={styles.hint}>
          {t('grpcClient.onlyLatest', { count: lines.length, number: formatNumber(lines.length) })}
        </p>
      )}
    </div>
  )
}

function LineNotes({ line: { isRaw, isCut } }: { readonly line: LogLine }) {
  const { t } = useTranslation()
  return (
    <>
      {isRaw && <p className={styles.hint}>{t('grpcClient.raw')}</p>}
      {isCut && <p className={styles.hint}>{t('grpcClient.cut')}</p>}
    </>
  )
}

function CallMetadata({ call: { metadata, end } }: { readonly call: ShownCall }) {
  const { t } = useTranslation()
  const groups = [
    { title: t('grpcClient.headers'), pairs: metadata },
    { title: t('grpcClient.trailers'), pairs: end?.trailers ?? [] },
  ].filter(({ pairs }) => pairs.length > 0)
  if (groups.length === 0) return <EmptyState title={t('grpcClient.noMetadata')} />
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('grpcClient.panes.metadata')}>
      {groups.map(({ title, pairs }) => (
        <PairTable key={title} title={title} pairs={pairs} />
      ))}
    </div>
  )
}

function PairTable({ title, pairs }: { readonly title: string; readonly pairs: readonly Pair[] }) {
  return (
    <table className={styles.pairs}>
      <caption>{title}</caption>
      <tbody>
        {pairs.map(({ name, value }, at) => (
          // Names may be there twice.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at}>
            <th scope="row" dir="ltr" translate="no">
              {name}
            </th>
            <td dir="ltr" translate="no">
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
