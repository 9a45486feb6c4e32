import type { ServiceField, SignInService } from './service'

const addressPattern = /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$))[^\s?#@]*$/

const clientFields: readonly ServiceField[] = [
  { key: 'client_id', kind: 'text' },
  { key: 'client_secret', kind: 'secret' },
]

/** Providers of accounts. Google and GitHub have one address for everybody, other OpenID Connect providers their own. */
export const signInServices: readonly SignInService[] = [
  { id: 'google', title: 'Google', category: 'signIn', fields: clientFields, address: 'https://accounts.google.com' },
  { id: 'github', title: 'GitHub', category: 'signIn', fields: clientFields, address: 'https://github.com' },
  {
    id: 'oidc',
    title: 'OpenID Connect',
    category: 'signIn',
    fields: [
      { key: 'name', kind: 'text', isOptional: true, preset: 'OpenID Connect' },
      // Codes and secrets travel there: https, or this computer.
      {
        key: 'address',
        kind: 'text',
        placeholder: 'https://login.example.com',
        pattern: addressPattern,
        isPlace: true,
      },
      ...clientFields,
    ],
  },
]
