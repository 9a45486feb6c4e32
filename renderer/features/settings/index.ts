export { NameFields, type Names } from './NameFields'
export { SettingsFrame, type SettingsFrameProps } from './SettingsFrame'
