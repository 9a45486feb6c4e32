export { ConnectionPage } from './ConnectionPage'
