export { SaveDocumentButton } from './SaveDocumentButton'
