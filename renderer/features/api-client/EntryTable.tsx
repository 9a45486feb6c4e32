import { emptyEntry, type RequestEntry } from '@common/api-client/request'
import { useTranslation } from '@renderer/i18n'
import { Checkbox, IconButton } from '@renderer/ui'
import styles from './api-client.module.css'
import { TemplateField } from './TemplateField'
import type { CompletionSource } from './completions'

export interface EntryTableProps {
  readonly label: string
  readonly entries: readonly RequestEntry[]
  readonly onChange: (entries: RequestEntry[]) => void
  readonly names: CompletionSource
  readonly values: CompletionSource
}

/** Parameters, headers or fields of a form: name, value and note, each switched on or off. The last line adds one. */
export function EntryTable({ label, entries, onChange, names, values }: EntryTableProps) {
  const { t } = useTranslation()
  const lines = [...entries, emptyEntry()]
  const edit = (at: number, changes: Partial<RequestEntry>): void =>
    onChange(
      lines
        .map((entry, place) => (place === at ? { ...entry, ...changes } : entry))
        .slice(0, Math.max(entries.length, at + 1)),
    )
  return (
    <table className={styles.entries} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">
            <span className={styles.hidden}>{t('apiClient.sent')}</span>
          </th>
          <th scope="col">{t('apiClient.name')}</th>
          <th scope="col">{t('apiClient.value')}</th>
          <th scope="col">{t('apiClient.note')}</th>
          <th scope="col">
            <span className={styles.hidden}>{t('apiClient.delete')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((entry, at) => {
          const isNew = at === entries.length
          const name = entry.name === '' ? String(at + 1) : entry.name
          return (
            // Lines have no identity of their own: editing one must not create another.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              <td>
                {!isNew && (
                  <Checkbox
                    aria-label={t('apiClient.sendEntry', { name })}
                    checked={entry.enabled}
                    onChange={(enabled) => edit(at, { enabled })}
                  />
                )}
              </td>
              <td>
                <TemplateField
                  label={isNew ? t('apiClient.newName') : t('apiClient.nameOf', { number: at + 1 })}
                  placeholder={isNew ? t('apiClient.name') : ''}
                  value={entry.name}
                  source={names}
                  isOff={!entry.enabled}
                  onChange={(text) => edit(at, { name: text })}
                />
              </td>
              <td>
                <TemplateField
                  label={isNew ? t('apiClient.newValue') : t('apiClient.valueOf', { name })}
                  value={entry.value}
                  source={values}
                  isOff={!entry.enabled}
                  onChange={(text) => edit(at, { value: text })}
                />
              </td>
              <td>
                {!isNew && (
                  <input
                    className={styles.note}
                    aria-label={t('apiClient.noteOf', { name })}
                    value={entry.note}
                    onChange={(event) => edit(at, { note: event.currentTarget.value })}
                  />
                )}
              </td>
              <td>
                {!isNew && (
                  <IconButton
                    icon="trash"
                    size="xs"
                    label={t('apiClient.deleteEntry', { name })}
                    onClick={() => onChange(entries.filter((_, place) => place !== at))}
                  />
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
