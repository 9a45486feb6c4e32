export { editMode, isViewMode, showsTokenField, useEditMode, type EditMode } from './edit-mode'
