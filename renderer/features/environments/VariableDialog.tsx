import { variableValueMax, type EnvironmentVariable } from '@common/operations/environments'
import { isVariableName, variableNameMax } from '@common/variables'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Dialog, Fields, PasswordField, Switch, TextArea, TextField } from '@renderer/ui'
import { useState } from 'react'

export interface VariableDialogProps {
  readonly projectId: string
  readonly environment: string
  /** Absent for a new one. */
  readonly variable?: EnvironmentVariable
  readonly onClose: () => void
}

/** Adds or changes a variable. The value of a secret can be set, never read. */
export function VariableDialog({ projectId, environment, variable, onClose }: VariableDialogProps) {
  const { t } = useTranslation()
  const save = useCommand('variableSave')
  const [name, setName] = useState(variable?.name ?? '')
  const [value, setValue] = useState(variable?.value ?? '')
  const [isSecret, setSecret] = useState(variable?.isSecret ?? false)
  const [enabled, setEnabled] = useState(variable?.enabled ?? true)
  // An empty field keeps the stored secret.
  const isStored = variable?.isSecret === true && variable.hasValue && isSecret && value === ''
  const nameRule = t('environments.variable.nameRule')
  const isNameWrong = name !== '' && !isVariableName(name)
  const reason = name === '' ? t('environments.variable.nameMissing') : isNameWrong ? nameRule : undefined
  const field = { label: t('environments.variable.value'), value, onChange: setValue, maxLength: variableValueMax }
  return (
    <Dialog
      opened
      width={560}
      onClose={onClose}
      title={t(variable === undefined ? 'environments.variable.newTitle' : 'environments.variable.editTitle', {
        environment,
      })}
      action={t('environments.variable.save')}
      loading={save.isPending}
      disabledReason={reason}
      error={save.isError ? messageOf(save.error) : null}
      onSubmit={() =>
        save.mutate(
          {
            args: {
              environment,
              name,
              isSecret,
              enabled,
              ...(variable !== undefined && { formerly: variable.name }),
              ...(!isStored && { value }),
            },
            projectId,
            silent: true,
          },
          { onSuccess: onClose },
        )
      }
    >
      <Fields>
        <TextField
          label={t('environments.variable.name')}
          value={name}
          onChange={setName}
          maxLength={variableNameMax}
          error={isNameWrong ? nameRule : null}
          hint={name === '' || isNameWrong ? undefined : t('environments.variable.write', { text: `{{${name}}}` })}
          reserveNote
          spellCheck={false}
          autoComplete="off"
          dir="ltr"
          data-autofocus
        />
        {isSecret ? (
          <PasswordField
            {...field}
            // Not a password of the user, so the browser's password manager shouldn't fill it in.
            autoComplete="new-password"
            hint={t('environments.variable.secretText')}
            placeholder={variable?.hasValue === true ? t('environments.variable.unchanged') : undefined}
          />
        ) : (
          <TextArea {...field} rows={3} spellCheck={false} dir="ltr" />
        )}
        <Switch checked={isSecret} onChange={setSecret}>
          {t('environments.variable.isSecret')}
        </Switch>
        <Switch checked={enabled} onChange={setEnabled}>
          {t('environments.variable.enabled')}
        </Switch>
      </Fields>
    </Dialog>
  )
}
