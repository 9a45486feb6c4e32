import { z } from 'zod'
import { isMessage, type Message } from './message'

/** Schema of a message that travels beside its English text. */
export const wireMessage = z.custom<Message>(isMessage)
