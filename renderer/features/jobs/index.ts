export { ActionKindFields } from './ActionFields'
export { emptyAction, missingIn, savedAction } from './job-draft'
export * from './work'
