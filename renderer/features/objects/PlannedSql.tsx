import { useTranslation } from '@renderer/i18n'
import { ErrorBanner, Skeleton } from '@renderer/ui'
import { SqlText } from './SqlText'
import type { ShownPlan } from './use-plan'

/** The statements that a dialog is about to run, or why they can't run. */
export function PlannedSql({ shown: { plan, problem } }: { readonly shown: ShownPlan }) {
  const { t } = useTranslation()
  if (problem !== undefined) return <ErrorBanner title={problem} />
  if (plan === undefined) return <Skeleton height={40} />
  return <SqlText label={t('objects.sql')} text={plan.statements.map((each) => `${each};`).join('\n')} />
}
