let typed = ''

/**
 * The e-mail address that a guest typed on the page to sign in, to sign up or to ask for a new password. The others
 * begin with it, so that the guest types it once. Lost with the page.
 */
export const typedEmail = {
  read: (): string => typed,
  write: (email: string): void => {
    typed = email
  },
}
