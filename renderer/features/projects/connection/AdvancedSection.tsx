import { serverKindFacts } from '@common/dialects'
import { inflections } from '@common/model/connection'
import { useTranslation } from '@renderer/i18n'
import { Field, Icon, Segments, TextField } from '@renderer/ui'
import { useId, useState } from 'react'
import styles from './connection.module.css'
import { draftOfJson, jsonOfDraft } from './connection-draft'
import type { ConnectionFormState } from './use-connection-form'

/** Schema, how names become titles, and all of it as connection JSON. */
export function AdvancedSection({ form }: { readonly form: ConnectionFormState }) {
  const { t } = useTranslation()
  const { draft, change, errorOf } = form
  const id = useId()
  const [opened, setOpened] = useState(false)
  const { schema } = serverKindFacts[draft.kind]
  const schemaError = errorOf('schema')
  // Problems inside must be visible.
  const isOpen = opened || schemaError !== null
  const choices = inflections.map((value) => ({ value, label: t(`projects.connect.inflections.${value}`) }))
  return (
    <section className={styles.advanced} aria-label={t('projects.connect.advanced')}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={`${id}-content`}
        onClick={() => setOpened(!isOpen)}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} mirrored={!isOpen} />
        <span className={styles.foldTitle}>{t('projects.connect.advanced')}</span>
        <span className={styles.foldText}>
          {schema === null ? t('projects.connect.advancedText') : t('projects.connect.advancedTextWithSchema')}
        </span>
      </button>
      <div id={`${id}-content`} className={styles.foldContent} hidden={!isOpen}>
        <div className={styles.pair}>
          <div>
            <span className={styles.label} aria-hidden="true">
              {t('projects.connect.tableNames')}
            </span>
            <Segments
              size="md"
              label={t('projects.connect.tableNames')}
              value={draft.tableInflection}
              onChange={(tableInflection) => change({ tableInflection })}
              options={choices}
            />
          </div>
          <div>
            <span className={styles.label} aria-hidden="true">
              {t('projects.connect.columnNames')}
            </span>
            <Segments
              size="md"
              label={t('projects.connect.columnNames')}
              value={draft.columnInflection}
              onChange={(columnInflection) => change({ columnInflection })}
              options={choices}
            />
          </div>
        </div>
        <p className={styles.hint}>{t('projects.connect.inflectionHint')}</p>
        {schema !== null && (
          <TextField
            className={styles.schema}
            label={t('projects.connect.schema')}
            value={draft.schema}
            onChange={(value) => change({ schema: value })}
            placeholder={schema}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={128}
            dir="ltr"
            hint={t('projects.connect.schemaHint')}
            error={schemaError}
          />
        )}
        {isOpen && <ConnectionJson form={form} />}
      </div>
    </section>
  )
}

/** A text field for JSON; updates the form while the user types, as far as the JSON is valid. */
function ConnectionJson({ form }: { readonly form: ConnectionFormState }) {
  const { t } = useTranslation()
  const [text, setText] = useState<string | null>(null)
  const read = text === null ? undefined : draftOfJson(form.draft, text)
  const error =
    read !== undefined && 'problem' in read
      ? t(`projects.connect.jsonProblems.${read.problem}`, { path: read.path })
      : null

  function type(next: string): void {
    setText(next)
    const filled = draftOfJson(form.draft, next)
    if ('draft' in filled) form.change(filled.draft)
  }

  return (
    <Field label={t('projects.connect.json')} hint={t('projects.connect.jsonHint')} error={error}>
      {(control) => (
        <textarea
          {...control}
          className={styles.json}
          rows={12}
          spellCheck={false}
          autoComplete="off"
          dir="ltr"
          value={text ?? jsonOfDraft(form.draft)}
          onChange={(event) => type(event.currentTarget.value)}
          // The form has the valid input: show it from there again.
          onBlur={() => {
            if (error === null) setText(null)
          }}
        />
      )}
    </Field>
  )
}
