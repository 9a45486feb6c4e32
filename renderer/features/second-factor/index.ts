export { PasskeySignIn } from './PasskeySignIn'
export { SecondStep } from './SecondStep'
