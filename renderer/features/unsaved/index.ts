export { UnsavedPlace } from './UnsavedPlace'
