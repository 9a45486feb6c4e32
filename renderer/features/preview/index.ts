export { preview, previewableRoles } from './preview'
export { PreviewBanner } from './PreviewBanner'
export { PreviewCommands, PreviewEntry } from './PreviewEntry'
