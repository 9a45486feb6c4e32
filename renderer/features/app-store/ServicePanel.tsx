import { serviceValueMax, type ListedService } from '@common/operations/services'
import type { ServiceField, ServicePlugin } from '@common/plugins/services'
import { messageOf } from '@renderer/api'
import { serverText, useTranslation } from '@renderer/i18n'
import { Button, DoneBanner, ErrorBanner, FieldForm, Fields, PasswordField, TextField } from '@renderer/ui'
import { useId } from 'react'
import styles from './app-store.module.css'
import type { StoreEntry } from './entries'
import { Panel } from './Panel'
import { PanelActions } from './PanelActions'
import { useServiceForm } from './use-service-form'

export interface ServicePanelProps {
  readonly entry: StoreEntry
  readonly plugin: ServicePlugin
  readonly state: ListedService
  readonly onClose: () => void
}

/** The form of a service of the installation, made from its fields: values, test, save, turn off, remove. */
export function ServicePanel({ entry, plugin, state, onClose }: ServicePanelProps) {
  const { t } = useTranslation()
  const form = useServiceForm(plugin, state)
  const formId = useId()
  const { test } = form
  return (
    <Panel
      entry={entry}
      onClose={onClose}
      footer={<PanelActions state={state} form={form} formId={formId} onClose={onClose} />}
    >
      <FieldForm id={formId} onSubmit={form.save}>
        <Fields>
          {plugin.fields.map((field) => (
            <ServiceFieldInput key={field.key} field={field} form={form} />
          ))}
        </Fields>
        <p className={styles.hint}>
          {t(`plugins.serviceHints.${plugin.id === 'folder' ? plugin.id : plugin.category}`)}
        </p>
        <div className={styles.testLine}>
          <Button icon="send" loading={test.isPending} onClick={form.runTest}>
            {t(`plugins.serviceTest.${plugin.category}`)}
          </Button>
        </div>
        {test.data?.passed === true && (
          <DoneBanner
            title={serverText(test.data.msg, test.data.message)}
            text={t('plugins.took', { ms: test.data.ms })}
          />
        )}
        {test.data?.passed === false && <ErrorBanner title={serverText(test.data.msg, test.data.message)} />}
        {test.isError && <ErrorBanner title={messageOf(test.error)} />}
        {form.error !== null && <ErrorBanner title={messageOf(form.error)} />}
      </FieldForm>
    </Panel>
  )
}

interface ServiceFieldInputProps {
  readonly field: ServiceField
  readonly form: ReturnType<typeof useServiceForm>
}

function ServiceFieldInput({ field, form }: ServiceFieldInputProps) {
  const { t } = useTranslation()
  const shown = {
    label: t(`plugins.serviceFields.${field.key}`),
    value: form.valueOf(field),
    onChange: (value: string) => form.change(field, value),
    maxLength: serviceValueMax,
    spellCheck: false,
    dir: 'ltr',
    error: form.errorOf(field),
  } as const
  if (field.kind === 'text')
    return <TextField {...shown} autoComplete="off" placeholder={field.preset ?? field.placeholder} />
  // Not a password of the user, so the browser's password manager shouldn't fill it in.
  const placeholder = form.isStored(field) ? t('plugins.unchanged') : undefined
  return <PasswordField {...shown} autoComplete="new-password" placeholder={placeholder} />
}
