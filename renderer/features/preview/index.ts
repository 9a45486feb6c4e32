export { preview, previewChoices, type PreviewChoice } from './preview'
export { PreviewBanner } from './PreviewBanner'
export { PreviewCommands, PreviewEntry } from './PreviewEntry'
