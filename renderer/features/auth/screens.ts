import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const signIn = async () => (await import('./SignInPage')).SignInPage
const signUp = async () => (await import('./SignUpPage')).SignUpPage

const invited = async () => (await withTexts(import('./InvitedPage'), ['invited'])).InvitedPage
const forgot = async () => (await withTexts(import('./recovery/ForgotPage'), ['recovery'])).ForgotPage
const reset = async () => (await withTexts(import('./recovery/ResetPage'), ['recovery'])).ResetPage
const resetForm = async () => (await withTexts(import('./recovery/PasswordForm'), ['recovery'])).ResetFormPage
const resetInvalid = async () => (await withTexts(import('./recovery/ResetEndPages'), ['recovery'])).ResetInvalidPage
const resetSuccess = async () => (await withTexts(import('./recovery/ResetEndPages'), ['recovery'])).ResetSuccessPage
const confirmEmail = async () => (await withTexts(import('./recovery/ConfirmEmailPage'), ['recovery'])).ConfirmEmailPage

const callback = async () => (await import('./providers/CallbackPage')).CallbackPage

export const screens: readonly Screen[] = [
  { path: '/user/authentication/callback', layout: 'empty', guard: 'open', page: callback },
  { path: '/user', layout: 'empty', guard: 'guest', page: signIn },
  { path: '/user/authentication', layout: 'empty', guard: 'guest', page: signIn },
  { path: '/user/authentication/signin', layout: 'empty', guard: 'guest', page: signIn },
  { path: '/user/authentication/signup', layout: 'empty', guard: 'guest', page: signUp },
  { path: '/user/authentication/signup/:token', layout: 'empty', guard: 'open', page: invited },
  { path: '/user/password', layout: 'empty', guard: 'open', page: forgot },
  { path: '/user/password/forgot', layout: 'empty', guard: 'open', page: forgot },
  { path: '/user/password/reset', layout: 'empty', guard: 'open', page: reset },
  { path: '/user/password/reset/form', layout: 'empty', guard: 'open', page: resetForm },
  { path: '/user/password/reset/invalid', layout: 'empty', guard: 'open', page: resetInvalid },
  { path: '/user/password/reset/success', layout: 'empty', guard: 'open', page: resetSuccess },
  // Not in S1: the link of the mail that confirms an address.
  { path: '/user/email', layout: 'empty', guard: 'open', page: confirmEmail },
]
