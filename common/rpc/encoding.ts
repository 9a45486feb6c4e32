import type { Message } from '../messages'
import type { JsonMember, JsonNode } from './json-text'
import type { RpcSchema } from './schema'
import type { WireWriter } from './wire'

/** Parts that encoders of values share. */
export interface Encoding {
  readonly schema: RpcSchema
  readonly report: (range: { readonly from: number; readonly to: number }, problem: Message) => void
  /** Reports a value of the wrong kind. */
  readonly expected: (node: JsonNode, what: string) => void
  /** True for a value that a variable will fill. */
  readonly isOpen: (node: JsonNode) => boolean
  readonly writeMessage: (writer: WireWriter, type: string, node: JsonNode) => void
  readonly writeFields: (writer: WireWriter, type: string, members: readonly JsonMember[], node: JsonNode) => void
}
