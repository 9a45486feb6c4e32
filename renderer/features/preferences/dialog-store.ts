import { create } from 'zustand'

/** The section that the open dialog shows; undefined while it is closed. */
export const useSettingsDialog = create<{ readonly section: string | undefined }>(() => ({ section: undefined }))

export const settingsDialog = {
  /** Opens the settings over the page. */
  show: (section = 'appearance'): void => useSettingsDialog.setState({ section }),
  close: (): void => useSettingsDialog.setState({ section: undefined }),
}
