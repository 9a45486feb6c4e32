import type { SqlParameters } from '@common/sql/shapes'
import { useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Dialog, FieldPair, Fields, Select, TextField } from '@renderer/ui'
import { useMemo, useState } from 'react'
import { enteredValue, givenValue, valueKinds, type EnteredValue } from './parameters'

export interface ParametersDialogProps {
  readonly projectId: string
  readonly names: readonly string[]
  /** Names that are written as `{{variable}}`: the working environment may know their values. */
  readonly variables: readonly string[]
  /** Values of an earlier run, as the query stores them. */
  readonly before: Readonly<Record<string, string>>
  readonly onRun: (values: SqlParameters) => void
  readonly onClose: () => void
}

/** Asks for the values of `:name` and `{{variable}}` before a run. */
export function ParametersDialog({ projectId, names, variables, before, onRun, onClose }: ParametersDialogProps) {
  const { t } = useTranslation()
  const [changed, setChanged] = useState<Readonly<Record<string, EnteredValue>>>({})
  const known = useKnownVariables(projectId, variables)
  const valueOf = (name: string): EnteredValue => changed[name] ?? known.get(name) ?? enteredValue(before[name])
  const [isTold, setTold] = useState(false)
  const change = (name: string, to: Partial<EnteredValue>): void =>
    setChanged((all) => ({ ...all, [name]: { ...valueOf(name), ...to } }))
  const run = (): void => {
    const given = names.map((name) => [name, givenValue(valueOf(name))] as const)
    if (given.some(([, value]) => value === undefined)) setTold(true)
    else onRun(Object.fromEntries(given.map(([name, value]) => [name, value ?? null])))
  }
  return (
    <Dialog
      opened
      title={t('sql.parameters.title')}
      text={t('sql.parameters.text')}
      action={t('sql.run.run')}
      onSubmit={run}
      onClose={onClose}
    >
      <Fields>
        {names.map((name) => {
          const value = valueOf(name)
          const isWrong = isTold && givenValue(value) === undefined
          return (
            <FieldPair key={name}>
              {value.kind === 'boolean' ? (
                <Select
                  label={name}
                  value={value.text === 'true' ? 'true' : 'false'}
                  options={[
                    { value: 'true', label: t('sql.parameters.yes') },
                    { value: 'false', label: t('sql.parameters.no') },
                  ]}
                  onChange={(text) => change(name, { text })}
                />
              ) : (
                <TextField
                  label={name}
                  value={value.text}
                  onChange={(text) => change(name, { text })}
                  disabled={value.kind === 'null'}
                  error={isWrong ? t('sql.parameters.notNumber') : undefined}
                />
              )}
              <Select
                label={t('sql.parameters.kind', { name })}
                value={value.kind}
                options={valueKinds.map((kind) => ({ value: kind, label: t(`sql.parameters.kinds.${kind}`) }))}
                onChange={(kind) => change(name, { kind, ...(kind === 'boolean' && { text: 'true' }) })}
              />
            </FieldPair>
          )
        })}
      </Fields>
    </Dialog>
  )
}

/** Returns the values that the working environment has for variables. Secrets stay on the server. */
function useKnownVariables(projectId: string, names: readonly string[]): ReadonlyMap<string, EnteredValue> {
  const { data } = useOperation('environmentList', {}, { projectId, silent: true, enabled: names.length > 0 })
  return useMemo(() => {
    const working = data?.list.find(({ isWorking }) => isWorking)?.variables ?? []
    return new Map(
      working.flatMap(({ name, value, enabled }) =>
        enabled && value !== null && names.includes(name) ? [[name, { kind: 'text', text: value } as const]] : [],
      ),
    )
  }, [data, names])
}
