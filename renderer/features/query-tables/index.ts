import { withTexts } from '@renderer/i18n'
import { later } from '@renderer/ui'

const parts = () => withTexts(import('./parts'), ['queryTables'])

export const NewQueryTableDialog = later(async () => (await parts()).NewQueryTableDialog)
export const EditQueryTableDialog = later(async () => (await parts()).EditQueryTableDialog)
export const DeleteQueryTableDialog = later(async () => (await parts()).DeleteQueryTableDialog)
export const QueryValuesFrame = later(async () => (await parts()).QueryValuesFrame)
