import { pluginValueMax } from '@common/operations/plugins'
import type { MessagePlugin, PluginFieldKey } from '@common/plugins'
import { isSecretField, recipientPattern } from '@common/plugins'
import { useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, Fields, IconButton, TextField } from '@renderer/ui'
import { useState } from 'react'
import styles from './app-store.module.css'
import { FieldInput } from './FieldInput'
import { TestOutcome } from './TestOutcome'
import { givenOf, isStoredSecret, type DraftEntry } from './use-plugin-form'

export interface EntryFieldsProps {
  readonly projectId: string
  readonly plugin: MessagePlugin
  readonly entry: DraftEntry
  readonly label: string
  /** Shows which fields are missing. */
  readonly isChecked: boolean
  readonly onChange: (key: PluginFieldKey, value: string) => void
  readonly onRemove: (() => void) | undefined
}

/** Fields of one entry, such as a channel, with a test that sends a message there. */
export function EntryFields({ projectId, plugin, entry, label, isChecked, onChange, onRemove }: EntryFieldsProps) {
  const { t } = useTranslation()
  const test = useCommand('pluginTest')
  const [to, setTo] = useState('')
  const [isTested, setTested] = useState(false)
  const isMissing = (key: PluginFieldKey, isSecret: boolean): boolean =>
    (entry.values[key] ?? '').trim() === '' && !(isSecret && isStoredSecret(entry, key))
  const missing = plugin.fields.some((field) => isMissing(field.key, isSecretField(field)))
  const isNumber = recipientPattern.test(to)

  const runTest = (): void => {
    setTested(true)
    if (missing || (plugin.needsRecipient && !isNumber)) return
    test.mutate({
      args: { plugin: plugin.id, entry: givenOf(entry), ...(plugin.needsRecipient && { to }) },
      projectId,
      silent: true,
    })
  }

  return (
    <fieldset className={styles.entry} aria-label={label}>
      <Fields>
        {plugin.fields.map((field) => {
          const { key } = field
          const isSecret = isSecretField(field)
          const label = t(`plugins.fields.${key}`)
          return (
            <FieldInput
              key={key}
              label={label}
              value={entry.values[key] ?? ''}
              onChange={(value) => {
                test.reset()
                onChange(key, value)
              }}
              isSecret={isSecret}
              isStored={isStoredSecret(entry, key)}
              maxLength={pluginValueMax}
              error={
                (isChecked || isTested) && isMissing(key, isSecret) ? t('plugins.missing', { field: label }) : null
              }
            />
          )
        })}
        {plugin.needsRecipient && (
          <TextField
            label={t('plugins.testTo')}
            type="tel"
            value={to}
            onChange={setTo}
            maxLength={20}
            dir="ltr"
            placeholder="+4915112345678"
            autoComplete="off"
            error={isTested && !isNumber ? t('plugins.numberInvalid') : null}
          />
        )}
        <div className={styles.testLine}>
          <Button icon="send" loading={test.isPending} onClick={runTest}>
            {t('plugins.test')}
          </Button>
          {onRemove && (
            <IconButton icon="trash" size="sm" label={t('plugins.removeEntry', { entry: label })} onClick={onRemove} />
          )}
        </div>
        <TestOutcome answer={test.data} isPassed={test.data?.sent === true} error={test.error} />
      </Fields>
    </fieldset>
  )
}
