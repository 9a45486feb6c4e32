import { message, type MessageParam } from '@common/messages'
import { updateChannels, type UpdateChannel } from '@common/model/release'

/** Feed of a server without a window. */
export interface UpdateFeed {
  readonly url: string
  /** Undefined: that of the running version. */
  readonly channel: UpdateChannel | undefined
}

/**
 * Reads the feed from `BASALT_UPDATE_URL` and `BASALT_UPDATE_CHANNEL`.
 *
 * @param wrongValue  makes the error of a value that can't be used
 * @returns undefined without an address: the server sends no request
 */
export function updatesFromEnvironment(
  environment: NodeJS.ProcessEnv,
  wrongValue: (name: string, expected: MessageParam, value: string) => Error,
): UpdateFeed | undefined {
  const url = environment['BASALT_UPDATE_URL']?.trim() ?? ''
  const name = environment['BASALT_UPDATE_CHANNEL']?.trim() ?? ''
  if (url === '') return undefined
  if (!isFeedAddress(url)) throw wrongValue('BASALT_UPDATE_URL', message('server.providerAddress'), url)
  const channel = updateChannels.find((each) => each === name)
  if (name !== '' && channel === undefined) throw wrongValue('BASALT_UPDATE_CHANNEL', [...updateChannels], name)
  return { url, channel }
}

/** True for https, and for http on this computer. */
function isFeedAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
}
