export { ApiPanelButton, type ApiPanelButtonProps } from './ApiPanelButton'
