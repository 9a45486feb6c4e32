import './random-uuid'

/** Id of this window. The server marks notifications of its own changes with it. */
export const clientId = crypto.randomUUID()
