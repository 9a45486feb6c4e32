/** Surfaces loaded together when the page is idle. */
export { KeyHelp } from './KeyHelp'
export { Palette } from './Palette'
