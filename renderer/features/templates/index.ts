export { editMode, isViewMode, showsTokenField, useEditMode, type EditMode } from './edit-mode'
export { ProjectTemplates, SaveTemplateDialog, TemplateRow } from './later'
