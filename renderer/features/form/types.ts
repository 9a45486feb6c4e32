import type { FieldPart } from '@common/views/form'
import type { Form, FormField } from '@common/views/form-fields'
import type { FilterReader } from '@common/views'
import type { FormSources } from './sources'

export type FieldPatch = { readonly [K in keyof FieldPart]?: FieldPart[K] | undefined }

export interface FieldPropertiesProps {
  readonly form: Form
  readonly field: FormField
  /** As stored: missing settings are empty. */
  readonly part: FieldPart
  readonly reader: FilterReader
  readonly sources: FormSources
  /** True if this user may change columns. A field with "other" answers adds options to its column. */
  readonly mayAddOptions: boolean
  readonly onChange: (patch: FieldPatch, of: string) => void
}
