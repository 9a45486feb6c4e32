import type { formOperations } from '@common/operations/forms'
import type { FeatureModule } from '@main/operations/module'
import { createFormHandlers } from './handlers'
import { createSubmitForm, type SubmitForm } from './submit'
import type { FormsOptions } from './types'

export { createFormMails } from './mails'
export { createFormResponses } from './responses'
export type { FormSubmission, SubmitForm } from './submit'

/** Forms: views that create records. */
export interface Forms extends FeatureModule<typeof formOperations> {
  readonly submit: SubmitForm
}

export function createForms(options: FormsOptions): Forms {
  const submit = createSubmitForm(options)
  return {
    submit,
    handlers: createFormHandlers({ ...options, submit }),
    // The history of the record holds the response.
    audit: { formSubmit: null, formMailSet: null },
  }
}

export type { FormsOptions, FormView, NewRecord, PlannedFiles } from './types'
export type { UploadedAnswer } from './types'
