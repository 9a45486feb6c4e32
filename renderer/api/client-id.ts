/** This window among all that call the server: what it changes itself is told to it with its name. */
export const clientId = crypto.randomUUID()
