import { ResponseStatus } from '@renderer/features/clients'
import { CodeText, jsonText } from '@renderer/features/code'
import { formatNumber, formatTime, sentenceText, useTranslation } from '@renderer/i18n'
import { EmptyState, Spinner } from '@renderer/ui'
import styles from './graphql-client.module.css'
import { prettyJson } from './request'
import type { Runner, SubscriptionEvent } from './use-run'

/** The response of a request, or the events of a subscription. */
export function ResponsePane({ runner: { outcome, isRunning } }: { readonly runner: Runner }) {
  const { t } = useTranslation()
  if (outcome?.events !== undefined)
    return <EventList events={outcome.events} count={outcome.count ?? 0} isOpen={isRunning} />
  if (isRunning)
    return (
      <div className={styles.middle} role="status">
        <Spinner /> {t('graphqlClient.running')}
      </div>
    )
  if (outcome?.failure !== undefined)
    return (
      <div className={styles.middle}>
        <EmptyState title={t('graphqlClient.failed')} text={sentenceText(outcome.failure)} />
      </div>
    )
  if (outcome?.text === undefined)
    return (
      <div className={styles.middle}>
        <EmptyState title={t('graphqlClient.noResponse')} text={t('graphqlClient.noResponseText')} />
      </div>
    )
  const { status = 0, text, ms = 0 } = outcome
  return (
    <>
      <p className={styles.facts} role="status">
        <ResponseStatus isGood={status === 200}>{status}</ResponseStatus>
        {t('graphqlClient.time', { ms: formatNumber(Math.round(ms)) })}
      </p>
      <div className={styles.answer}>
        <CodeText label={t('graphqlClient.response')} language={jsonText} value={prettyJson(text)} />
      </div>
    </>
  )
}

interface EventListProps {
  readonly events: readonly SubscriptionEvent[]
  readonly count: number
  readonly isOpen: boolean
}

function EventList({ events, count, isOpen }: EventListProps) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.facts} role="status">
        {isOpen && <Spinner />}
        {t(isOpen ? 'graphqlClient.listening' : 'graphqlClient.ended', { count, number: formatNumber(count) })}
      </p>
      <ol className={styles.events} aria-label={t('graphqlClient.events')} tabIndex={0}>
        {events.map(({ id, at, text }) => (
          <li key={id}>
            <time dateTime={at}>{formatTime(at)}</time>
            <pre dir="ltr">{prettyJson(text)}</pre>
          </li>
        ))}
      </ol>
    </>
  )
}
