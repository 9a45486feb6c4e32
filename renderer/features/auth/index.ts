export { AccountMenu } from './AccountMenu'
export { LinkedAccounts } from './providers/LinkedAccounts'
export { NewPasswordFields, useNewPassword } from './recovery/NewPasswordFields'
