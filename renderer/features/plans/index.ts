export { screens } from './screens'
