export { AccountMenu } from './AccountMenu'
