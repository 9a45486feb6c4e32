import { create } from 'zustand'
import type { TemplateSource } from './template-source'

interface PickerState {
  readonly project: string | undefined
  /** The template whose detail is open at first. */
  readonly source: TemplateSource | undefined
}

/** The dialog of templates inside a project. */
export const useTemplatePicker = create<PickerState>(() => ({ project: undefined, source: undefined }))

export const templatePicker = {
  /** Opens it for a project, as soon as that project is on the page. */
  open: (project: string, source?: TemplateSource): void => useTemplatePicker.setState({ project, source }),
  close: (): void => useTemplatePicker.setState({ project: undefined, source: undefined }),
}
