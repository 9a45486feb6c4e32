import { message, type MessageKey, type MessageParams } from '@common/messages'
import { english } from '@main/lib/messages'

export type CommandText = Extract<MessageKey, `command.${string}`> extends `command.${infer Name}` ? Name : never

/** Returns a text of the command. */
export const words = (name: CommandText, params?: MessageParams): string => english(message(`command.${name}`, params))
