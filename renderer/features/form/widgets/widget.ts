import type { FilterReader } from '@common/views'
import type { FormField } from '@common/views/form-fields'
import type { ComingFile, Draft } from '../answers'
import type { FormSources } from '../sources'

export interface WidgetProps {
  readonly field: FormField
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  /** Somebody has finished with the field: from now on it may be called wrong. */
  readonly onLeave: () => void
  readonly reader: FilterReader
  readonly sources: FormSources
  /** Ids of what says what the field is, and what is wrong with it. */
  readonly labelId: string
  readonly noteId: string | undefined
  readonly isInvalid: boolean
}

/** Files are sent before the form is: they go on while another page of it is shown. */
export interface FilesHands {
  readonly coming: readonly ComingFile[]
  readonly onComing: (how: (before: readonly ComingFile[]) => readonly ComingFile[]) => void
  /** Told what becomes of the answer that is there by then. */
  readonly onChange: (how: (before: Draft) => Draft) => void
}

/** Of a field that is only looked at. */
export const noFiles: FilesHands = { coming: [], onComing: () => undefined, onChange: () => undefined }

/** What every control of a field says to readers. */
export const described = ({ field, labelId, noteId, isInvalid }: WidgetProps) => ({
  'aria-labelledby': labelId,
  'aria-describedby': noteId,
  'aria-invalid': isInvalid || undefined,
  'aria-required': field.required || undefined,
})

/** Of a control that the question is the label of: a click on it goes there. */
export const controlId = (labelId: string): string => `${labelId}-control`
export const labelled = (props: WidgetProps) => ({ ...described(props), id: controlId(props.labelId) })

export const textOf = (draft: Draft): string => (draft.kind === 'text' ? draft.text : '')
export const valueOf = (draft: Draft): unknown => (draft.kind === 'value' ? draft.value : null)
