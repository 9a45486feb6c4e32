/** Lazy-loaded components. */
export { FailedRows } from './FailedRows'
export { ImportWizard } from './ImportWizard'
export { followKeptImports } from './runs'
