import { message, type MessageKey, type MessageParams } from '@common/messages'
import { textIn } from '@main/lib/messages'

export type CommandText = Extract<MessageKey, `command.${string}`> extends `command.${infer Name}` ? Name : never

let language = 'en'

/** Sets the language of the command, whose texts are loaded. */
export function speak(next: string): void {
  language = next
}

/** Returns a text of the command. */
export const words = (name: CommandText, params?: MessageParams): string =>
  textIn(language, message(`command.${name}`, params))
