import type { QueryParameter } from '@common/model/query-table'
import { parameterValue } from '@common/model/query-values'
import { queryValues, type QueryValues } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, EmptyState, Select, TextField } from '@renderer/ui'
import { useState, type FormEvent, type ReactNode } from 'react'
import styles from './query-tables.module.css'

export interface QueryValuesFrameProps {
  readonly projectId: string
  readonly table: { readonly name: string; readonly title: string }
  readonly parameters: readonly QueryParameter[]
  /** Returns the rows for the chosen values, which the version names. */
  readonly children: (version: string) => ReactNode
}

/** The values for the parameters of a query table, above its rows. */
export function QueryValuesFrame({ projectId, table, parameters, children }: QueryValuesFrameProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<QueryValues>(() => queryValues.of(projectId, table.name) ?? {})
  const [draft, setDraft] = useState<QueryValues>(shown)
  const [isTold, setTold] = useState(false)
  const [round, setRound] = useState(0)
  const isMissing = ({ name, default: value }: QueryParameter, of: QueryValues): boolean =>
    value === undefined && (of[name] ?? '') === ''
  const isWrong = (parameter: QueryParameter): boolean => {
    const text = draft[parameter.name] ?? ''
    return isMissing(parameter, draft) || (text !== '' && parameterValue(parameter, text) === undefined)
  }
  const show = (event: FormEvent): void => {
    event.preventDefault()
    setTold(true)
    if (parameters.some(isWrong)) return
    const values = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== ''))
    queryValues.set(projectId, table, values)
    setShown(values)
    setRound(round + 1)
  }
  const isReady = parameters.every((parameter) => !isMissing(parameter, shown))
  return (
    <>
      <form className={styles.values} aria-label={t('queryTables.values')} noValidate onSubmit={show}>
        {parameters.map((parameter) => (
          <ValueField
            key={parameter.name}
            parameter={parameter}
            value={draft[parameter.name] ?? ''}
            error={isTold && isWrong(parameter) ? t(`queryTables.wrong.${parameter.type}`) : undefined}
            onChange={(value) => setDraft({ ...draft, [parameter.name]: value })}
          />
        ))}
        <Button kind="main" type="submit">
          {t('queryTables.show')}
        </Button>
      </form>
      {isReady ? (
        children(`${round} ${JSON.stringify(shown)}`)
      ) : (
        <div className={styles.nothing}>
          <EmptyState title={t('queryTables.valuesNeeded')} text={t('queryTables.valuesNeededText')} />
        </div>
      )}
    </>
  )
}

interface ValueFieldProps {
  readonly parameter: QueryParameter
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function ValueField({ parameter, value, error, onChange }: ValueFieldProps) {
  const { t } = useTranslation()
  const { name, type, default: usual } = parameter
  const placeholder = usual === undefined ? t('queryTables.required') : usual === null ? '' : String(usual)
  if (type === 'boolean')
    return (
      <Select
        label={name}
        value={value}
        options={[
          { value: '', label: placeholder },
          { value: 'true', label: t('queryTables.yes') },
          { value: 'false', label: t('queryTables.no') },
        ]}
        onChange={onChange}
      />
    )
  return (
    <TextField
      label={name}
      size="sm"
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      placeholder={placeholder}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
