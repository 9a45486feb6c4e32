import { metaTable, type MetaRow } from '../meta-table'

/* Accounts: sign-in, sessions and second factors. */

export const users = metaTable('xc_users', {
  id: 'integer',
  /** Trimmed and lower-cased. Unique. */
  email: 'text',
  /** argon2id in PHC form. */
  password: 'text',
  firstname: 'text?',
  lastname: 'text?',
  /** `user` or `user_new` (wire §2.5). */
  user_role: 'text',
  /** 1 for the first account of the installation. */
  super_admin: 'integer',
  email_verified: 'integer',
  created_at: 'text',
  updated_at: 'text',
  /** Since when the account can't be used. */
  suspended_at: 'text?',
})

/** Pictures of users, square. */
export const pictures = metaTable('nc_pictures', {
  user_id: 'integer',
  media_type: 'text',
  /** Base64. */
  content: 'text',
  updated_at: 'text',
})

/** Sessions behind access tokens: deleting the row ends the token with the next request. */
export const sessions = metaTable('nc_sessions', {
  id: 'text',
  user_id: 'integer',
  /** SHA-256 of the refresh token in use, hexadecimal. Unique. */
  refresh_hash: 'text',
  expires_at: 'text',
  created_at: 'text',
  refreshed_at: 'text',
})

/**
 * Latest use of each session. Separate from the sessions, because a write there invalidates the cached rights of all
 * users.
 */
export const sessionUses = metaTable('nc_session_uses', {
  session_id: 'text',
  /** `User-Agent` of the latest request, shortened. */
  agent: 'text?',
  address: 'text?',
  /** Code of the language of the page. */
  language: 'text?',
  seen_at: 'text',
})

/** Authenticator apps of accounts. */
export const authenticators = metaTable('nc_authenticators', {
  user_id: 'integer',
  /** Encrypted. */
  secret: 'text',
  /** Null until the user has entered a first code. */
  confirmed_at: 'text?',
  /** Number of the latest 30 seconds whose code was used: no code works twice. */
  last_step: 'integer',
  created_at: 'text',
})

/** Unused recovery codes, as SHA-256 in hexadecimal. */
export const recoveryCodes = metaTable('nc_recovery_codes', {
  code_hash: 'text',
  user_id: 'integer',
  created_at: 'text',
})

/** Passkeys of accounts. */
export const passkeys = metaTable('nc_passkeys', {
  /** SHA-256 of the credential's id, which may be longer than an index allows. */
  id_hash: 'text',
  user_id: 'integer',
  /** base64url, like the key. */
  credential_id: 'text',
  public_key: 'text',
  /** Signature counter of the authenticator. */
  uses: 'integer',
  /** Joined by commas. */
  transports: 'text',
  title: 'text',
  created_at: 'text',
  used_at: 'text?',
})

/** Accounts at sign-in providers that belong to accounts here. */
export const linkedAccounts = metaTable('nc_linked_accounts', {
  /** SHA-256 of the provider's issuer and its id of the person. */
  subject_hash: 'text',
  user_id: 'integer',
  provider: 'text',
  /** Verified e-mail address at the provider, for display. */
  email: 'text',
  created_at: 'text',
})

/** Steps of a sign-in that isn't complete. Only hashes of the tickets are stored. */
export const tickets = metaTable('nc_tickets', {
  ticket_hash: 'text',
  purpose: 'text',
  user_id: 'integer?',
  /** JSON. */
  facts: 'text',
  expires_at: 'text',
})

/** Links for one account and one use. */
export const accountTokens = metaTable('nc_account_tokens', {
  /** SHA-256 of the token, hexadecimal. Unique. */
  token_hash: 'text',
  user_id: 'integer',
  /** reset: sets a new password. verify: confirms the e-mail address. */
  kind: 'text',
  /** As in `invitations`. */
  mailed: 'integer',
  created_at: 'text',
  expires_at: 'text',
})

/** Failed attempts by account and address, until `expires_at`. */
export const attempts = metaTable('nc_attempts', { name: 'text', tries: 'integer', expires_at: 'text' })

export type UserRow = MetaRow<typeof users>
export type SessionRow = MetaRow<typeof sessions>
export type PasskeyRow = MetaRow<typeof passkeys>
