export { tabKind } from './tab'
