/** What is loaded when it is needed. */
export { FailedRows } from './FailedRows'
export { ImportWizard } from './ImportWizard'
export { followKeptImports } from './runs'
