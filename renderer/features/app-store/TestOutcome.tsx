import type { Message } from '@common/messages'
import { messageOf, type ApiError } from '@renderer/api'
import { serverText, useTranslation } from '@renderer/i18n'
import { DoneBanner, ErrorBanner } from '@renderer/ui'

export interface TestOutcomeProps {
  /** The answer of a test; undefined before it. */
  readonly answer: { readonly msg: string; readonly message: Message; readonly ms: number } | undefined
  readonly isPassed: boolean
  readonly error: ApiError | null
}

/** The outcome of a plugin's or a service's test. */
export function TestOutcome({ answer, isPassed, error }: TestOutcomeProps) {
  const { t } = useTranslation()
  if (error !== null) return <ErrorBanner title={messageOf(error)} />
  if (answer === undefined) return null
  const title = serverText(answer.msg, answer.message)
  return isPassed ? (
    <DoneBanner title={title} text={t('plugins.took', { ms: answer.ms })} />
  ) : (
    <ErrorBanner title={title} />
  )
}
