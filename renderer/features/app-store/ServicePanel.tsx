import { serviceValueMax, type ListedService } from '@common/operations/services'
import type { ServicePlugin } from '@common/plugins/services'
import { messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, Checkbox, ErrorBanner, FieldForm, Fields } from '@renderer/ui'
import { useId } from 'react'
import styles from './app-store.module.css'
import type { StoreEntry } from './entries'
import { FieldInput } from './FieldInput'
import { Panel } from './Panel'
import { PanelActions } from './PanelActions'
import { TestOutcome } from './TestOutcome'
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
  const isDirect = form.fields.some((field) => field.kind === 'flag' && form.valueOf(field) === 'on')
  return (
    <Panel
      entry={entry}
      onClose={onClose}
      footer={<PanelActions state={state} form={form} formId={formId} onClose={onClose} />}
    >
      <FieldForm id={formId} onSubmit={form.save}>
        <Fields>
          {form.fields.map((field) => {
            const label = t(`plugins.serviceFields.${field.key}`)
            return field.kind === 'flag' ? (
              <div key={field.key}>
                <Checkbox
                  checked={form.valueOf(field) === 'on'}
                  onChange={(isOn) => form.change(field, isOn ? 'on' : '')}
                >
                  {label}
                </Checkbox>
                {form.valueOf(field) === 'on' && <p className={styles.hint}>{t('plugins.directHint')}</p>}
              </div>
            ) : (
              <FieldInput
                key={field.key}
                label={label}
                value={form.valueOf(field)}
                onChange={(value) => form.change(field, value)}
                isSecret={field.kind === 'secret'}
                isStored={form.isStored(field)}
                maxLength={serviceValueMax}
                error={form.errorOf(field)}
                placeholder={field.preset ?? field.placeholder}
                dir="ltr"
              />
            )
          })}
        </Fields>
        {/* It says that people need no access to the storage. */}
        {!isDirect && (
          <p className={styles.hint}>
            {t(`plugins.serviceHints.${plugin.id === 'folder' ? plugin.id : plugin.category}`)}
          </p>
        )}
        <div className={styles.testLine}>
          <Button icon="send" loading={test.isPending} onClick={form.runTest}>
            {t(`plugins.serviceTest.${plugin.category}`)}
          </Button>
        </div>
        <TestOutcome answer={test.data} isPassed={test.data?.passed === true} error={test.error} />
        {form.error !== null && <ErrorBanner title={messageOf(form.error)} />}
      </FieldForm>
    </Panel>
  )
}
