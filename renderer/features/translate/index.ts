export { TranslatePlace } from './TranslatePlace'
