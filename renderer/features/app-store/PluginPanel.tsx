import { pluginEntriesMax } from '@common/operations/plugins'
import { messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, ErrorBanner, FieldForm } from '@renderer/ui'
import { useId } from 'react'
import styles from './app-store.module.css'
import type { StoreEntry } from './entries'
import { EntryFields } from './EntryFields'
import { Panel } from './Panel'
import { PanelActions } from './PanelActions'
import { usePluginForm } from './use-plugin-form'

export interface PluginPanelProps {
  readonly projectId: string
  readonly entry: StoreEntry
  readonly own: NonNullable<StoreEntry['own']>
  readonly onClose: () => void
}

/** The form of a plugin, made from its fields: values, test, save, turn off, remove. */
export function PluginPanel({ projectId, entry, own, onClose }: PluginPanelProps) {
  const { t } = useTranslation()
  const { plugin, state } = own
  const form = usePluginForm(projectId, plugin, state)
  const formId = useId()
  return (
    <Panel
      entry={entry}
      onClose={onClose}
      footer={<PanelActions state={state} form={form} formId={formId} onClose={onClose} />}
    >
      <FieldForm id={formId} onSubmit={form.save}>
        {form.entries.map((each, at) => (
          <EntryFields
            key={each.key}
            projectId={projectId}
            plugin={plugin}
            entry={each}
            label={plugin.isList ? t('plugins.channelAt', { number: at + 1 }) : entry.title}
            isChecked={form.isChecked}
            onChange={(key, value) => form.change(at, key, value)}
            onRemove={plugin.isList && form.entries.length > 1 ? () => form.removeEntry(at) : undefined}
          />
        ))}
        {plugin.isList && form.entries.length < pluginEntriesMax && (
          <div>
            <Button icon="plus" onClick={form.addEntry}>
              {t('plugins.addChannel')}
            </Button>
          </div>
        )}
        <p className={styles.hint}>{t('plugins.secretHint')}</p>
        {form.error !== null && <ErrorBanner title={messageOf(form.error)} />}
      </FieldForm>
    </Panel>
  )
}
