import type { FilterReader } from '@common/views'
import type { FormField } from '@common/views/form-fields'
import type { Draft } from '../answers'
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

/** What every control of a field says to readers. */
export const described = ({ field, labelId, noteId, isInvalid }: WidgetProps) => ({
  'aria-labelledby': labelId,
  'aria-describedby': noteId,
  'aria-invalid': isInvalid || undefined,
  'aria-required': field.required || undefined,
})

export const textOf = (draft: Draft): string => (draft.kind === 'text' ? draft.text : '')
export const valueOf = (draft: Draft): unknown => (draft.kind === 'value' ? draft.value : null)
