/**
 * How callers prove who they are (S1 §6), chosen at start. `none`: every program on this computer is the owner of the
 * installation. `jwt`: people sign in. `masterKey`: whoever has the key is the owner.
 */
export const authTypes = ['none', 'jwt', 'masterKey'] as const
export type AuthType = (typeof authTypes)[number]

/** A key that isn't random can be guessed, so short ones are rejected. */
export const masterKeyMinLength = 16
