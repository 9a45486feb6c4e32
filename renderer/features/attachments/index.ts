import { later } from '@renderer/ui'

export { CellFilesProvider, type CellFiles } from './cell-files'
export { downloadFile } from './open-file'
export { UploadTray } from './UploadTray'
export { upload, UploadRefusal, useUploads, type UploadTarget } from './uploads'
export { Viewer } from './Viewer'
export { viewFiles } from './viewer-store'

export const AttachmentEditor = later(async () => (await import('./AttachmentEditor')).AttachmentEditor)
