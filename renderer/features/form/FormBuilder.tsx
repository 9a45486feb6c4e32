import type { FilterReader, ViewOptions } from '@common/views'
import { formLimits, type FieldPart, type FormPart } from '@common/views/form'
import { askableColumns, storedParts, type AskableColumn, type Form } from '@common/views/form-fields'
import { TypeIcon } from '@renderer/cells'
import { sentence, type Sentence, useTranslation } from '@renderer/i18n'
import { Button, ErrorBanner, Icon, IconButton } from '@renderer/ui'
import { useRef, useState } from 'react'
import { BuilderSheet, focusPart, idOf } from './BuilderSheet'
import styles from './builder.module.css'
import { FieldProperties } from './FieldProperties'
import { FieldsToAdd } from './FieldsToAdd'
import { FormProperties, SectionProperties } from './FormProperties'
import { changedPart, fieldId, movedPart, newSection, partId, withoutPart, withPart } from './parts'
import type { FormSources } from './sources'
import type { FormEdits } from './use-form-edits'
import { usePartDrag } from './use-part-drag'

export interface FormBuilderProps {
  readonly form: Form
  readonly edits: FormEdits
  /** Name of the view. */
  readonly name: string
  readonly reader: FilterReader
  readonly sources: FormSources
  readonly mayAddOptions: boolean
}

/** The form builder: fields to add on the left, the form in the middle, settings of the selected part on the right. */
export function FormBuilder({ form, edits, name, reader, sources, mayAddOptions }: FormBuilderProps) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { options, change } = edits
  const parts = storedParts(options as ViewOptions).filter(
    (part) => part.kind === 'section' || form.fields.some(({ id }) => id === part.column),
  )
  const columns = askableColumns(form.table)
  const rest = columns.filter(({ id }) => !form.fields.some((field) => field.id === id))
  const labelOf = (id: string): string => {
    const part = form.parts.find((one) => idOf(one) === id)
    return part === undefined ? '' : part.kind === 'field' ? part.label : part.title || t('forms.section')
  }
  const put = (label: Sentence, next: FormPart[], of?: string): void => change(label, { parts: next }, of)

  const add = (column: AskableColumn, at = parts.length): void => {
    put(
      sentence('forms.changes.added', { field: column.title }),
      withPart(parts, { kind: 'field', column: column.id }, at),
    )
    choose(fieldId(column.id))
    requestAnimationFrame(() => list.current?.children[at]?.scrollIntoView({ block: 'nearest' }))
  }
  const addSection = (at = parts.length): void => {
    const section = newSection(parts, t('forms.section'))
    put(sentence('forms.changes.section'), withPart(parts, section, at))
    choose(partId(section))
    requestAnimationFrame(() => list.current?.children[at]?.scrollIntoView({ block: 'nearest' }))
  }
  /** Lists of linked records are only added one by one. */
  const addAll = (which: readonly AskableColumn[] = rest.filter(({ many }) => !many)): void => {
    const room = which.slice(0, formLimits.parts - parts.length)
    put(sentence('forms.changes.addedMany', { count: room.length }), [
      ...parts,
      ...room.map((column): FormPart => ({ kind: 'field', column: column.id })),
    ])
  }
  const move = (id: string, to: number): void => {
    const next = movedPart(parts, id, to)
    if (next.every((part, at) => part === parts[at])) return
    put(sentence('forms.changes.moved', { name: labelOf(id) }), next, `move ${id}`)
  }
  const remove = (id: string): void => {
    put(sentence('forms.changes.removed', { name: labelOf(id) }), withoutPart(parts, id))
    if (chosen === id) choose(undefined)
  }
  const drag = usePartDrag(list, scroller, ({ id, isNew }, at) => {
    if (!isNew) {
      const from = parts.findIndex((part) => partId(part) === id)
      move(id, from >= 0 && from < at ? at - 1 : at)
      focusPart(list.current, from >= 0 && from < at ? at - 1 : at)
    } else if (id === '') addSection(at)
    else {
      const column = rest.find((one) => one.id === id)
      if (column !== undefined) add(column, at)
    }
  })

  const part = parts.find((one) => partId(one) === chosen)
  const field = part?.kind === 'field' ? form.fields.find(({ id }) => id === part.column) : undefined
  return (
    <div className={styles.builder} data-dragging={drag.drag !== undefined || undefined}>
      <FieldsToAdd columns={rest} onAdd={add} onAddAll={() => addAll()} onSection={() => addSection()} drag={drag} />
      <div ref={scroller} className={styles.centre}>
        {form.fields.length > 0 && form.missing.length > 0 && (
          <div className={styles.banner}>
            <ErrorBanner
              kind="warning"
              title={t('forms.lacks', { fields: form.missing.map(({ title }) => title) })}
              action={<Button onClick={() => addAll(form.missing)}>{t('forms.addMissing')}</Button>}
            />
          </div>
        )}
        <BuilderSheet
          form={form}
          reader={reader}
          sources={sources}
          list={list}
          chosen={part === undefined ? undefined : chosen}
          onChoose={choose}
          onMove={move}
          onRemove={remove}
          onAddAll={() => addAll()}
          drag={drag}
        />
      </div>
      <aside className={styles.right} aria-label={t('forms.properties')}>
        <div className={styles.paneHead}>
          {field !== undefined &&
            (field.link === undefined ? <TypeIcon uiType={field.column.uiType} /> : <Icon name="link" size={14} />)}
          <h2 dir="auto" title={field?.title}>
            {field?.title ?? (part === undefined ? t('forms.form') : t('forms.section'))}
          </h2>
          {part !== undefined && (
            <IconButton
              icon="trash"
              size="xs"
              label={t('forms.remove', { name: labelOf(partId(part)) })}
              onClick={() => remove(partId(part))}
            />
          )}
        </div>
        <div className={styles.properties} key={part === undefined ? '' : partId(part)}>
          {part === undefined ? (
            <FormProperties
              options={options}
              name={name}
              onChange={(patch, of) => change(sentence('forms.changes.form'), patch, of)}
            />
          ) : part.kind === 'section' ? (
            <SectionProperties
              part={part}
              onChange={(patch, of) =>
                put(
                  sentence('forms.changes.changed', { name: labelOf(partId(part)) }),
                  changedPart(parts, partId(part), patch),
                  `${partId(part)} ${of}`,
                )
              }
            />
          ) : (
            field !== undefined && (
              <FieldProperties
                form={form}
                mayAddOptions={mayAddOptions}
                field={field}
                part={part satisfies FieldPart}
                reader={reader}
                sources={sources}
                onChange={(patch, of) =>
                  put(
                    sentence('forms.changes.changed', { name: field.title }),
                    changedPart(parts, partId(part), patch),
                    `${partId(part)} ${of}`,
                  )
                }
              />
            )
          )}
        </div>
      </aside>
    </div>
  )
}
