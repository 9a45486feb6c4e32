import { withTexts } from '@renderer/i18n'
import { later } from '@renderer/ui'

const dialogs = () => withTexts(import('./dialogs'), ['objects'])

export const NewRoutineDialog = later(async () => (await dialogs()).NewRoutineDialog)
export const NewSqlViewDialog = later(async () => (await dialogs()).NewSqlViewDialog)
export const DeleteObjectDialog = later(async () => (await dialogs()).DeleteObjectDialog)
export { structureTabId } from './tab-ids'
