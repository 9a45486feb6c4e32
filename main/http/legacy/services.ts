import { AppError } from '@common/errors'
import { serviceValueMax, type ListedService, type serviceOperations } from '@common/operations/services'
import {
  serviceOf,
  servicePlugins,
  type ServiceId,
  type ServicePlugin,
  type ServiceValues,
} from '@common/plugins/services'
import { permits } from '@common/principal'
import { authorize } from '@main/features/auth'
import type { CallContext, Handlers } from '@main/operations/context'
import { entryOf, inputOf, pluginRowOf, type PluginRow, type RowItem } from './plugin-rows'

/** Operations behind the calls about services of the installation. */
export type ServiceHandlers = Handlers<typeof serviceOperations>

/** Titles of the original, where they differ. */
const titles: Readonly<Partial<Record<ServiceId, string>>> = {
  ses: 'SES',
  s3: 'S3',
  minio: 'Minio',
  gcs: 'GCS',
  spaces: 'Spaces',
  ovh: 'OvhCloud Object Storage',
}
const titleOf = ({ id, title }: ServicePlugin): string => titles[id] ?? title
const tags = { mail: 'Email', storage: 'Storage', signIn: 'Authentication' } as const

export const serviceTitled = (title: string): ServicePlugin | undefined =>
  servicePlugins.find((service) => titleOf(service) === title)

/** Lists the rows of services; none for people who may not set them up. */
export async function serviceRows(context: CallContext, handlers: ServiceHandlers): Promise<PluginRow[]> {
  if (!permits(context.principal, 'installation.manage')) return []
  const { list } = await handlers.serviceList(context, {})
  return list.map(rowOf)
}

/** Sets up a service, or forgets it. @throws AppError NOT_ALLOWED, and those of the operations */
export async function setService(
  context: CallContext,
  handlers: ServiceHandlers,
  {
    service,
    input,
    uninstall,
  }: { readonly service: ServicePlugin; readonly input: unknown; readonly uninstall: boolean },
): Promise<void> {
  authorize(context, 'installation.manage')
  const { id } = service
  if (uninstall) await handlers.serviceDelete(context, { service: id })
  else await handlers.serviceSave(context, { service: id, active: true, values: valuesOf(service, input) })
}

/** @throws AppError NOT_ALLOWED, PLUGIN_TEST_FAILED */
export async function testService(
  context: CallContext,
  handlers: ServiceHandlers,
  { service, input }: { readonly service: ServicePlugin; readonly input: unknown },
): Promise<void> {
  authorize(context, 'installation.manage')
  const { passed, message } = await handlers.serviceTest(context, {
    service: service.id,
    values: valuesOf(service, input),
  })
  if (!passed) throw new AppError('PLUGIN_TEST_FAILED', { reason: message })
}

/** The original names the parts of MinIO's address. */
const minioItems: readonly RowItem[] = [
  { key: 'endPoint', type: 'text', isRequired: true },
  { key: 'port', type: 'text', isRequired: true },
  { key: 'bucket', type: 'text', isRequired: true },
  { key: 'access_key', type: 'text', isRequired: true },
  { key: 'access_secret', type: 'secret', isRequired: true },
  { key: 'useSSL', type: 'flag', isRequired: true },
]

function rowOf({ service: id, isInstalled, isActive, values }: ListedService): PluginRow {
  const service = serviceOf(id)
  const title = titleOf(service)
  const { category, fields } = service
  return pluginRowOf({
    id,
    title,
    name: service.title,
    tags: tags[category],
    category: category === 'signIn' ? title : tags[category],
    items:
      id === 'minio'
        ? minioItems
        : fields.map(({ key, kind, isOptional }) => ({ key, type: kind, isRequired: isOptional !== true })),
    isInstalled,
    isActive,
    input: id === 'minio' ? minioInput(values) : values,
  })
}

function minioInput({ endpoint = '', ...values }: ServiceValues): object {
  if (!URL.canParse(endpoint)) return values
  const { hostname, port, protocol } = new URL(endpoint)
  const useSSL = protocol === 'https:'
  return { ...values, endPoint: hostname, port: port || (useSSL ? '443' : '80'), useSSL }
}

/** Returns the values of an input. The operations check them; fields of the original that Basalt doesn't have are left out. */
function valuesOf({ id, fields }: ServicePlugin, input: unknown): ServiceValues {
  const given = entryOf(inputOf(input))
  const entry = id === 'minio' ? { endpoint: minioEndpoint(given), ...given } : given
  return Object.fromEntries(
    fields.flatMap(({ key }) => {
      const value = entry[key] === true ? 'on' : entry[key]
      return typeof value === 'string' ? [[key, value.trim().slice(0, serviceValueMax)]] : []
    }),
  )
}

function minioEndpoint({ endPoint, port, useSSL }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof endPoint !== 'string') return undefined
  const place = typeof port === 'string' || typeof port === 'number' ? `:${port}` : ''
  return `${useSSL === true || useSSL === 'true' ? 'https' : 'http'}://${endPoint.trim()}${place}`
}
