import { isIP } from 'node:net'
import { AppError } from '@common/errors'
import { bareHost } from '@main/db/outbound'
import type { Certificates } from './certificates'
import type { ChannelOptions, Client, Metadata } from '@grpc/grpc-js'

/** Where a call goes, as checked. */
export interface Destination {
  readonly host: string
  readonly port: number
  /** Addresses of the host. The connection goes to no other. */
  readonly addresses: readonly string[]
  readonly security: 'plain' | 'tls' | 'tlsUnchecked'
  readonly certificates: Certificates
}

/** Largest message that is received. */
const messageMaxBytes = 4 * 1024 * 1024
const metadataMaxBytes = 64 * 1024

/**
 * Parses `host:port`, also with a scheme in front. Writes odd IPv4 addresses such as `0x7f.1` in the usual way.
 *
 * @throws AppError RPC_ADDRESS_INVALID
 */
export function parseAddress(text: string): { readonly host: string; readonly port: number } {
  const bare = text
    .trim()
    .replace(/^(?:grpcs?|https?):\/\//i, '')
    .replace(/\/$/, '')
  const url = URL.canParse(`ws://${bare}`) ? new URL(`ws://${bare}`) : undefined
  const port = /:(\d{1,5})$/.exec(bare)?.[1]
  if (url === undefined || port === undefined || /[/?#@\\\s]/.test(bare) || url.hostname === '' || Number(port) === 0)
    throw new AppError('RPC_ADDRESS_INVALID')
  return { host: bareHost(url.hostname).toLowerCase(), port: Number(port) }
}

/** Opens a client that connects with its first call. Close it after use. */
export async function openClient(destination: Destination): Promise<Client> {
  const { host, port, addresses, security, certificates } = destination
  const { Client: GrpcClient, credentials } = await import('@grpc/grpc-js')
  const isV6 = isIP(addresses[0] ?? '') === 6
  const places = addresses
    .filter((address) => (isIP(address) === 6) === isV6)
    .map((address) => (isV6 ? `[${address}]:${port}` : `${address}:${port}`))
  const options: ChannelOptions = {
    'grpc.default_authority': `${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    // A proxy would resolve names by itself.
    'grpc.enable_http_proxy': 0,
    'grpc.service_config_disable_resolution': 1,
    'grpc.enable_retries': 0,
    // A shared connection would have been checked for another call.
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_receive_message_length': messageMaxBytes,
    'grpc.max_metadata_size': metadataMaxBytes,
    'grpc.primary_user_agent': 'Basalt',
    ...(security !== 'plain' && isIP(host) === 0 && { 'grpc.ssl_target_name_override': host }),
  }
  const channelCredentials =
    security === 'plain'
      ? credentials.createInsecure()
      : credentials.createSsl(
          bytesOf(certificates.ca),
          bytesOf(certificates.client?.key),
          bytesOf(certificates.client?.certificate),
          security === 'tlsUnchecked' ? { rejectUnauthorized: false, checkServerIdentity: () => undefined } : {},
        )
  return new GrpcClient(`${isV6 ? 'ipv6' : 'ipv4'}:${places.join(',')}`, channelCredentials, options)
}

const bytesOf = (pem: string | undefined): Buffer | null => (pem === undefined ? null : Buffer.from(pem))

/** Serializes and parses nothing: callers encode and decode their messages themselves. */
export const sameBytes = (bytes: Buffer): Buffer => bytes

/** Makes metadata of pairs. Values of names that end in `-bin` are base64. @throws AppError RPC_METADATA_INVALID */
export async function metadataOf(pairs: readonly (readonly [name: string, value: string])[]): Promise<Metadata> {
  const { Metadata: GrpcMetadata } = await import('@grpc/grpc-js')
  const metadata = new GrpcMetadata()
  for (const [name, value] of pairs) {
    const key = name.toLowerCase()
    // Names of the protocol itself.
    if (/^(?:grpc-|:|te$|content-type$|user-agent$|host$|connection$)/.test(key))
      throw new AppError('RPC_METADATA_INVALID', { name })
    try {
      metadata.add(key, key.endsWith('-bin') ? Buffer.from(value, 'base64') : value)
    } catch (error) {
      throw new AppError('RPC_METADATA_INVALID', { name }, { cause: error })
    }
  }
  return metadata
}

/** Returns received metadata as texts; bytes as base64. */
export function pairsOf(metadata: Metadata): { readonly name: string; readonly value: string }[] {
  return Object.keys(metadata.getMap()).flatMap((name) =>
    metadata.get(name).map((value) => ({ name, value: typeof value === 'string' ? value : value.toString('base64') })),
  )
}
