import type { FilterReader } from '@common/views'
import type { FormField } from '@common/views/form-fields'
import { Icon, RequiredMark } from '@renderer/ui'
import { useId } from 'react'
import type { Draft } from './answers'
import styles from './form.module.css'
import type { FormSources } from './sources'
import { controlId, type FilesHands } from './widgets/widget'
import { Widget } from './widgets/Widget'

export interface FieldBlockProps {
  readonly field: FormField
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly onLeave?: () => void
  readonly files?: FilesHands
  readonly problem?: string | undefined
  readonly reader: FilterReader
  readonly sources: FormSources
}

/** A question with its help text and its input. */
export function FieldBlock(props: FieldBlockProps) {
  const { field, draft, onChange, onLeave = nothing, files, problem, reader, sources } = props
  const id = useId()
  const hasHelp = field.help.trim() !== ''
  const notes = [...(hasHelp ? [`${id}-help`] : []), ...(problem === undefined ? [] : [`${id}-problem`])]
  return (
    <div className={styles.field} data-field={field.id} data-invalid={problem !== undefined || undefined}>
      <label id={`${id}-label`} htmlFor={controlId(`${id}-label`)} className={styles.label}>
        <bdi>{field.label}</bdi>
        {field.required && <RequiredMark />}
      </label>
      {hasHelp && (
        <p id={`${id}-help`} className={styles.help}>
          <bdi>{field.help}</bdi>
        </p>
      )}
      <Widget
        field={field}
        draft={draft}
        onChange={onChange}
        onLeave={onLeave}
        files={files}
        reader={reader}
        sources={sources}
        labelId={`${id}-label`}
        noteId={notes.length === 0 ? undefined : notes.join(' ')}
        isInvalid={problem !== undefined}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          <Icon name="warning" size={14} />
          <span>{problem}</span>
        </p>
      )}
    </div>
  )
}

const nothing = (): void => undefined
