export { ProjectTemplates } from './ProjectTemplates'
export { SaveTemplateDialog } from './SaveTemplateDialog'
export { TemplateRow } from './TemplateRow'
