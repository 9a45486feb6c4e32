export { palette } from './palette-store'
export { PalettePlace } from './PalettePlace'
