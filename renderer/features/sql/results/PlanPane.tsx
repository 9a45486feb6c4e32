import { sentenceText, useTranslation } from '@renderer/i18n'
import { Button, copyText, ErrorBanner, Segments, Spinner } from '@renderer/ui'
import { useState } from 'react'
import { explain, type ShownPlan } from '../plans'
import { PlanTree } from './PlanTree'
import styles from './results.module.css'

export interface PlanPaneProps {
  readonly projectId: string
  readonly query: string
  readonly plan: ShownPlan
}

/** The plan of a statement: as a tree with costs, or in the words of the database. */
export function PlanPane({ projectId, query, plan }: PlanPaneProps) {
  const { t } = useTranslation()
  const [form, setForm] = useState<'tree' | 'text'>('tree')
  if (plan.state === 'failed') return <ErrorBanner title={sentenceText(plan.message)} />
  if (plan.state === 'asking')
    return (
      <p className={styles.asking} role="status">
        <Spinner /> {t('sql.plan.asking')}
      </p>
    )
  const { steps, text } = { steps: plan.plan.plan, text: plan.plan.text }
  return (
    <div className={styles.plan}>
      <div className={styles.planBar}>
        <Segments
          label={t('sql.plan.form')}
          value={form}
          onChange={setForm}
          options={[
            { value: 'tree', label: t('sql.plan.tree') },
            { value: 'text', label: t('sql.plan.text') },
          ]}
        />
        <Button
          kind="quiet"
          icon="clock"
          on={plan.isMeasured}
          onClick={() => void explain(projectId, query, plan.of, !plan.isMeasured)}
        >
          {t('sql.plan.measure')}
        </Button>
        <Button kind="quiet" icon="copy" onClick={() => void copyText(text)}>
          {t('sql.plan.copy')}
        </Button>
      </div>
      {form === 'tree' && steps.length > 0 ? (
        <PlanTree steps={steps} />
      ) : (
        <pre className={styles.planText} dir="ltr" tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  )
}
