import type { PluginCategory } from '../plugin'

/** Ids of services of the installation, in the order of the app store. */
export const serviceIds = [
  'ses',
  'mailersend',
  's3',
  'minio',
  'backblaze',
  'gcs',
  'spaces',
  'wasabi',
  'linode',
  'ovh',
  'scaleway',
  'upcloud',
  'vultr',
  'folder',
  'google',
  'github',
  'oidc',
] as const
export type ServiceId = (typeof serviceIds)[number]

/** Names of fields; those of the original where it has the service (wire §14.3). */
export const serviceFieldKeys = [
  'bucket',
  'region',
  'endpoint',
  'access_key',
  'access_secret',
  'direct',
  'browser_endpoint',
  'path',
  'from',
  'from_name',
  'api_key',
  'name',
  'address',
  'client_id',
  'client_secret',
] as const
export type ServiceFieldKey = (typeof serviceFieldKeys)[number]

/** One field of a service's form. */
export interface ServiceField {
  readonly key: ServiceFieldKey
  /** `secret` values are encrypted and never returned. A `flag` is `on` or empty. */
  readonly kind: 'text' | 'secret' | 'flag'
  readonly isOptional?: true
  /** Value of an empty field. */
  readonly preset?: string
  /** An example, the same in every language. */
  readonly placeholder?: string
  /** Pattern of valid values. */
  readonly pattern?: RegExp
  /** True if the field says where files and secrets go. A storage's can't change while files are there. */
  readonly isPlace?: true
  /** A flag without which the field has no effect. */
  readonly flag?: ServiceFieldKey
}

/** Values of a service's fields, by key. */
export type ServiceValues = Readonly<Partial<Record<ServiceFieldKey, string>>>

interface ServiceBase {
  readonly id: ServiceId
  /** Name of the service, the same in every language. */
  readonly title: string
  readonly fields: readonly ServiceField[]
}

/** Where the buckets of a storage are. */
export interface S3Address {
  /** Origin of the server, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly origin: string
  readonly region: string
  /** Its origin for browsers, if people may download from it without passing our server. */
  readonly browserOrigin?: string
}

/** A storage for attachments: buckets with the S3 protocol, or a folder. */
export interface StorageService extends ServiceBase {
  readonly category: PluginCategory & 'storage'
  /** Returns the server of the buckets. Pure. Absent for folders. */
  readonly s3?: (values: ServiceValues) => S3Address
}

/** A rendered mail and its recipient. */
export interface ServiceMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The request that delivers a mail. */
export interface ServiceMailRequest {
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** Signs the request with the keys of an AWS account. */
  readonly aws?: { readonly service: string; readonly region: string }
}

/** A service that delivers mail over HTTP. */
export interface MailService extends ServiceBase {
  readonly category: PluginCategory & 'mail'
  /** Returns the request that delivers a mail. Pure. */
  readonly request: (values: ServiceValues, mail: ServiceMail) => ServiceMailRequest
}

/** A provider of accounts with which people sign in. */
export interface SignInService extends ServiceBase {
  readonly category: PluginCategory & 'signIn'
  /** Address of the provider, for providers that have one for everybody. */
  readonly address?: string
}

/** A service that a super admin sets up for all projects. */
export type ServicePlugin = StorageService | MailService | SignInService

const namePattern = /^[a-z0-9][a-z0-9-]{0,60}$/

export const regionField = (placeholder: string): ServiceField => ({
  key: 'region',
  kind: 'text',
  placeholder,
  // A part of the server's name.
  pattern: namePattern,
  isPlace: true,
})

export const senderField: ServiceField = {
  key: 'from',
  kind: 'text',
  placeholder: 'basalt@example.com',
  pattern: /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,189}$/,
}

export const keyFields: readonly ServiceField[] = [
  { key: 'access_key', kind: 'text', pattern: /^[\u0021-\u007e]+$/ },
  { key: 'access_secret', kind: 'secret' },
]
