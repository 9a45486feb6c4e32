export { ActionKindFields } from './ActionFields'
export { emptyAction } from './job-draft'
