import type { AccountSession } from '@common/operations/account'
import { messageOf, sentenceOf, useCommand, useOperation } from '@renderer/api'
import { formatDateTime, formatRelativeTime, useTranslation } from '@renderer/i18n'
import { signOutEverywhere, toast } from '@renderer/stores'
import {
  Badge,
  Button,
  Buttons,
  ErrorBanner,
  ErrorState,
  Line,
  Lines,
  Section,
  Skeleton,
  useMinute,
} from '@renderer/ui'
import { useState } from 'react'

/** Where the user is signed in. */
export function SessionsSection() {
  const { t } = useTranslation()
  const sessions = useOperation('sessionList', {}, { silent: true })
  return (
    <Section title={t('settings.sessions.title')} text={t('settings.sessions.text')}>
      {sessions.error !== null && sessions.data === undefined ? (
        <ErrorState
          title={t('settings.notRead')}
          text={messageOf(sessions.error)}
          onRetry={() => void sessions.refetch()}
          retrying={sessions.isFetching}
        />
      ) : sessions.data === undefined ? (
        <Skeleton height={120} />
      ) : (
        <SessionList sessions={sessions.data} />
      )}
    </Section>
  )
}

function SessionList({ sessions }: { readonly sessions: readonly AccountSession[] }) {
  const { t } = useTranslation()
  const end = useCommand('sessionEnd')
  const endOthers = useCommand('sessionEndOthers')
  const [busy, setBusy] = useState<string>()
  const [isLeaving, setLeaving] = useState(false)

  async function endOne(id: string): Promise<void> {
    setBusy(id)
    try {
      await end.mutateAsync({ args: { id }, silent: true })
    } catch (error) {
      toast.error(sentenceOf(error))
    } finally {
      setBusy(undefined)
    }
  }
  async function everywhere(): Promise<void> {
    setLeaving(true)
    try {
      await signOutEverywhere()
    } catch (error) {
      toast.error(sentenceOf(error))
    } finally {
      setLeaving(false)
    }
  }

  return (
    <>
      <Lines label={t('settings.sessions.title')}>
        {sessions.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            busy={busy === session.id}
            onEnd={() => void endOne(session.id)}
          />
        ))}
      </Lines>
      {endOthers.error !== null && <ErrorBanner title={messageOf(endOthers.error)} />}
      <Buttons>
        {sessions.length > 1 && (
          <Button size="md" loading={endOthers.isPending} onClick={() => endOthers.mutate({ args: {}, silent: true })}>
            {t('settings.sessions.endOthers')}
          </Button>
        )}
        <Button size="md" danger icon="signOut" loading={isLeaving} onClick={() => void everywhere()}>
          {t('settings.sessions.endAll')}
        </Button>
      </Buttons>
    </>
  )
}

const phones: readonly (string | null)[] = ['iPhone', 'iPad', 'Android']

interface SessionLineProps {
  readonly session: AccountSession
  readonly busy: boolean
  readonly onEnd: () => void
}

function SessionLine({
  session: { current, program, system, address, createdAt, seenAt },
  busy,
  onEnd,
}: SessionLineProps) {
  const { t } = useTranslation()
  const now = useMinute()
  const device = t('settings.sessions.device', { program, system })
  return (
    <Line
      icon={phones.includes(system) ? 'phone' : 'desktop'}
      title={device}
      badges={current && <Badge>{t('settings.sessions.current')}</Badge>}
      text={t('settings.sessions.seen', { address, when: current ? null : formatRelativeTime(seenAt, now) })}
      hint={t('settings.sessions.since', { when: formatDateTime(createdAt) })}
    >
      {!current && (
        <Button loading={busy} onClick={onEnd} aria-label={t('settings.sessions.endNamed', { device })}>
          {t('settings.sessions.end')}
        </Button>
      )}
    </Line>
  )
}
