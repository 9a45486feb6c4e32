/** The keychain of the computer, which encrypts short texts for its user. The desktop shell has one. */
export interface Keychain {
  /** Name of the system's part, such as `keychain` or `kwallet6`. */
  readonly name: string
  readonly encrypt: (text: string) => string
  /** Throws for a text of another computer or user. */
  readonly decrypt: (encrypted: string) => string
}
