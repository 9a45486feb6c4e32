export { SettingsFrame, type SettingsFrameProps } from './SettingsFrame'
