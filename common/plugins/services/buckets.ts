import { keyFields, regionField, type ServiceField, type ServiceValues, type StorageService } from './service'

const bucketField: ServiceField = {
  key: 'bucket',
  kind: 'text',
  pattern: /^[A-Za-z0-9][\w.-]{1,221}[A-Za-z0-9]$/,
  isPlace: true,
}

const endpointPattern = /^https?:\/\/[\w.[\]:-]+\/?$/
const endpointField = (placeholder: string): ServiceField => ({
  key: 'endpoint',
  kind: 'text',
  placeholder,
  pattern: endpointPattern,
  isPlace: true,
})

/** Lets browsers download from the storage itself. */
const directField: ServiceField = { key: 'direct', kind: 'flag', pattern: /^on$/, isOptional: true }

const browserEndpointField: ServiceField = {
  key: 'browser_endpoint',
  kind: 'text',
  placeholder: 'https://files.example.com',
  pattern: endpointPattern,
  isOptional: true,
  flag: 'direct',
}

const usualRegion = 'us-east-1'
const optionalRegion: ServiceField = { ...regionField(usualRegion), isOptional: true, preset: usualRegion }

const originOf = (endpoint: string): string => endpoint.replace(/\/$/, '')

/** Returns the address of buckets, with that for browsers if the form allows it. */
function addressOf(
  { direct, browser_endpoint: ownOrigin = '' }: ServiceValues,
  origin: string,
  region: string,
): ReturnType<NonNullable<StorageService['s3']>> {
  const address = { origin, region }
  return direct === 'on' ? { ...address, browserOrigin: ownOrigin === '' ? origin : originOf(ownOrigin) } : address
}

/** A provider whose servers are named by region. */
const byRegion = (
  id: StorageService['id'],
  title: string,
  placeholder: string,
  origin: (region: string) => string,
): StorageService => ({
  id,
  title,
  category: 'storage',
  fields: [bucketField, regionField(placeholder), ...keyFields, directField],
  s3: (values) => addressOf(values, origin(values.region ?? ''), values.region ?? ''),
})

/** A provider that names the server of each customer. */
const byEndpoint = (id: StorageService['id'], title: string, placeholder: string): StorageService => ({
  id,
  title,
  category: 'storage',
  fields: [bucketField, endpointField(placeholder), optionalRegion, ...keyFields, directField, browserEndpointField],
  s3: (values) => addressOf(values, originOf(values.endpoint ?? ''), values.region ?? usualRegion),
})

/** Storages with the S3 protocol. They share one implementation; a new one is one line here and its id. */
export const bucketServices: readonly StorageService[] = [
  byRegion('s3', 'Amazon S3', 'eu-central-1', (region) => `https://s3.${region}.amazonaws.com`),
  byEndpoint('minio', 'MinIO', 'https://minio.example.com:9000'),
  byRegion('backblaze', 'Backblaze B2', 'eu-central-003', (region) => `https://s3.${region}.backblazeb2.com`),
  {
    id: 'gcs',
    title: 'Google Cloud Storage',
    category: 'storage',
    // Its S3 interface takes HMAC keys of a service account, and no region.
    fields: [bucketField, ...keyFields, directField],
    s3: (values) => addressOf(values, 'https://storage.googleapis.com', 'auto'),
  },
  byRegion('spaces', 'DigitalOcean Spaces', 'fra1', (region) => `https://${region}.digitaloceanspaces.com`),
  byRegion('wasabi', 'Wasabi', 'eu-central-1', (region) => `https://s3.${region}.wasabisys.com`),
  byRegion('linode', 'Linode Object Storage', 'eu-central-1', (region) => `https://${region}.linodeobjects.com`),
  byRegion('ovh', 'OVHcloud Object Storage', 'gra', (region) => `https://s3.${region}.io.cloud.ovh.net`),
  byRegion('scaleway', 'Scaleway Object Storage', 'fr-par', (region) => `https://s3.${region}.scw.cloud`),
  byEndpoint('upcloud', 'UpCloud Object Storage', 'https://k3x8p.upcloudobjects.com'),
  byRegion('vultr', 'Vultr Object Storage', 'ewr1', (region) => `https://${region}.vultrobjects.com`),
]
