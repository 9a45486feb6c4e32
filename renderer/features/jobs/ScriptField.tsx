import type { JobAction } from '@common/operations/actions'
import { useTranslation, withTexts } from '@renderer/i18n'
import { Skeleton } from '@renderer/ui'
import { lazy, Suspense } from 'react'
import styles from './jobs.module.css'
import { Hint } from './work'

type ScriptAction = Extract<JobAction, { kind: 'script' }>

/** The editor loads with the first script. */
const Editor = lazy(async () => {
  const [{ CodeText }, { javascript }] = await Promise.all([
    withTexts(import('@renderer/features/code'), ['code']),
    import('@codemirror/lang-javascript'),
  ])
  const language = javascript()
  return {
    default: ({ label, value, onChange }: ScriptTextProps) => (
      <CodeText label={label} language={language} value={value} onChange={onChange} />
    ),
  }
})

interface ScriptTextProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export interface ScriptFieldProps {
  readonly action: ScriptAction
  readonly onChange: (action: ScriptAction) => void
}

/** The code of a script. */
export function ScriptField({ action, onChange }: ScriptFieldProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.script}>
      <span aria-hidden="true">{t('jobs.script')}</span>
      <div className={styles.scriptText}>
        <Suspense fallback={<Skeleton />}>
          <Editor label={t('jobs.script')} value={action.code} onChange={(code) => onChange({ ...action, code })} />
        </Suspense>
      </div>
      <Hint>{t('jobs.scriptHint')}</Hint>
    </div>
  )
}
