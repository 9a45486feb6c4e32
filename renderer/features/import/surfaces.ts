/** Lazy-loaded components. */
export { FailedRows } from './FailedRows'
export { ImportWizard } from './ImportWizard'
export { followSavedImports } from './runs'
