export { settingsDialog } from './dialog-store'
export type { SettingsContent, SettingsRow, SettingsSection } from './section'
export { SettingsPlace } from './SettingsPlace'
export { ThemeMenu } from './ThemeMenu'
