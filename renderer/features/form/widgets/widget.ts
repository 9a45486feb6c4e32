import type { FilterReader } from '@common/views'
import type { FormField } from '@common/views/form-fields'
import type { ComingFile, Draft } from '../answers'
import type { FormSources } from '../sources'

export interface WidgetProps {
  readonly field: FormField
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  /** Called when the user leaves the field. From then on, its problem is visible. */
  readonly onLeave: () => void
  readonly reader: FilterReader
  readonly sources: FormSources
  /** Ids of the elements with the field's label and its problem. */
  readonly labelId: string
  readonly noteId: string | undefined
  readonly isInvalid: boolean
}

/** Files are sent before the form is: they go on while another page of it is shown. */
export interface FilesHands {
  readonly coming: readonly ComingFile[]
  readonly onComing: (how: (before: readonly ComingFile[]) => readonly ComingFile[]) => void
  /** Called with a function that maps the latest answer to the new one. */
  readonly onChange: (how: (before: Draft) => Draft) => void
}

/** The uploads of a read-only field. */
export const noFiles: FilesHands = { coming: [], onComing: () => undefined, onChange: () => undefined }

/** Returns the accessibility attributes of a field's control. */
export const described = ({ field, labelId, noteId, isInvalid }: WidgetProps) => ({
  'aria-labelledby': labelId,
  'aria-describedby': noteId,
  'aria-invalid': isInvalid || undefined,
  'aria-required': field.required || undefined,
})

/** Returns the id of a control that has the question as its label. A click on the question focuses it. */
export const controlId = (labelId: string): string => `${labelId}-control`
export const labelled = (props: WidgetProps) => ({ ...described(props), id: controlId(props.labelId) })

export const textOf = (draft: Draft): string => (draft.kind === 'text' ? draft.text : '')
export const valueOf = (draft: Draft): unknown => (draft.kind === 'value' ? draft.value : null)
