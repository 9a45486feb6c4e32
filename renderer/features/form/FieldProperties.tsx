import { columnType } from '@common/columns/registry'
import { formLimits, formLooks, type FieldPart, type FormLook } from '@common/views/form'
import type { FormField } from '@common/views/form-fields'
import type { ValueSources } from '@renderer/features/views'
import { sentence, sentenceText, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { copyText, IconButton, Segments, Switch, TextArea, TextField } from '@renderer/ui'
import { useId, useState } from 'react'
import { answerOf, firstDraft, isWritten, problemOf, type Draft } from './answers'
import styles from './builder.module.css'
import { ConditionEditor } from './ConditionEditor'
import { FileLimitsEditor } from './FileLimitsEditor'
import { takesPrefill } from './prefill'
import { Widget } from './widgets/Widget'
import { optionsSeenMax } from './widgets/ChoiceWidget'
import type { FieldPropertiesProps } from './types'

/** The settings of a field. */
export function FieldProperties({ form, field, part, reader, sources, mayAddOptions, onChange }: FieldPropertiesProps) {
  const { t } = useTranslation()
  const { editor } = columnType(field.column.uiType)
  const isChoice = (editor === 'select' || editor === 'multiSelect') && !isWritten(field)
  const options = field.column.options.options ?? []
  const valueSources: ValueSources = { people: sources.people, records: () => Promise.resolve([]) }
  const demanded = field.needed && editor !== 'checkbox'
  return (
    <>
      <TextField
        label={t('forms.question')}
        value={part.label ?? ''}
        placeholder={field.title}
        maxLength={formLimits.lineCharacters}
        onChange={(label) => onChange({ label: label === '' ? undefined : label }, 'label')}
      />
      <TextArea
        label={t('forms.help')}
        value={part.help ?? ''}
        rows={2}
        maxLength={formLimits.helpCharacters}
        onChange={(help) => onChange({ help: help === '' ? undefined : help }, 'help')}
      />
      <div className={styles.row}>
        <Switch
          checked={field.required || field.demanded}
          disabled={demanded}
          onChange={(required) => onChange({ required: required || undefined }, 'required')}
        >
          {t('forms.required')}
        </Switch>
        {demanded && <p className={styles.quiet}>{t('forms.demanded', { table: form.table.title })}</p>}
      </div>
      {isChoice && options.length <= optionsSeenMax && (
        <div className={styles.pair}>
          <span>{t('forms.look')}</span>
          <Segments<FormLook>
            label={t('forms.look')}
            value={field.look}
            options={formLooks.map((look) => ({ value: look, label: t(`forms.looks.${look}`) }))}
            onChange={(look) => onChange({ look: look === 'chips' ? undefined : look }, 'look')}
          />
        </div>
      )}
      {isChoice && options.length > 0 && (
        <div className={styles.row}>
          <Switch
            checked={field.other}
            disabled={!mayAddOptions && !field.other}
            onChange={(other) => onChange({ other: other || undefined }, 'other')}
          >
            {t('forms.allowOther')}
          </Switch>
          <p className={styles.quiet}>{t(mayAddOptions ? 'forms.allowOtherHint' : 'forms.allowOtherDenied')}</p>
        </div>
      )}
      {editor === 'files' ? (
        <FileLimitsEditor key={field.id} part={part} onChange={onChange} />
      ) : (
        <InitialValue key={field.id} field={field} reader={reader} sources={sources} onChange={onChange} />
      )}
      <ConditionEditor
        form={form}
        field={field}
        sources={valueSources}
        onChange={(condition) => onChange({ condition }, 'condition')}
      />
      {takesPrefill(field) && (
        <section className={styles.property} aria-label={t('forms.prefill')}>
          <h3>{t('forms.prefill')}</h3>
          <Code text={`prefill_${encodeURIComponent(field.id)}=${exampleOf(field)}`} />
        </section>
      )}
    </>
  )
}

/** The initial value of a field, entered with the field's own input. */
function InitialValue({
  field,
  reader,
  sources,
  onChange,
}: Pick<FieldPropertiesProps, 'field' | 'reader' | 'sources' | 'onChange'>) {
  const { t } = useTranslation()
  const id = useId()
  const [draft, setDraft] = useState<Draft>(() => firstDraft(field, reader))
  const read = answerOf(field, draft, reader)
  const problem = read.problem === undefined ? undefined : sentenceText(problemOf(field, read.problem))
  const change = (next: Draft): void => {
    setDraft(next)
    const answer = answerOf(field, next, reader)
    if (answer.problem !== undefined) return
    const isNothing =
      answer.answer === null || answer.answer === false || (Array.isArray(answer.answer) && answer.answer.length === 0)
    onChange({ initial: isNothing ? undefined : (answer.answer as FieldPart['initial']) }, 'initial')
  }
  return (
    <section className={styles.property} aria-labelledby={id}>
      <h3 id={id}>{t('forms.initial')}</h3>
      <Widget
        // An answer may be required or new; an initial value is neither.
        field={{ ...field, required: false, other: false }}
        draft={draft}
        onChange={change}
        onLeave={() => undefined}
        reader={reader}
        sources={sources}
        labelId={id}
        noteId={undefined}
        isInvalid={problem !== undefined}
      />
      {problem !== undefined && <p className={styles.wrong}>{problem}</p>}
    </section>
  )
}

/** A value as an address has it. */
function exampleOf({ column, many, link }: FormField): string {
  const { editor } = columnType(column.uiType)
  if (many) return '1,2'
  if (link !== undefined) return '1'
  switch (editor) {
    case 'select':
    case 'multiSelect':
      return encodeURIComponent(column.options.options?.[0]?.title ?? '')
    case 'checkbox':
      return 'true'
    case 'rating':
    case 'number':
      return '3'
    case 'date':
      return '2026-09-18'
    case 'dateTime':
      return encodeURIComponent('2026-09-18 14:05')
    default:
      return ''
  }
}

/** A piece of an address with a copy button. */
export function Code({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  return (
    <div className={styles.code}>
      <code dir="ltr" title={text}>
        {text}
      </code>
      <IconButton
        icon="copy"
        size="xs"
        label={t('forms.copy')}
        onClick={() =>
          void copyText(text).then(
            () => toast.success(sentence('forms.copied')),
            () => toast.error(sentence('forms.notCopied')),
          )
        }
      />
    </div>
  )
}
