import { bucketServices } from './buckets'
import { folder } from './folder'
import { mailersend } from './mailersend'
import { serviceIds, type ServiceField, type ServiceId, type ServicePlugin } from './service'
import { ses } from './ses'
import { signInServices } from './sign-in'

export {
  serviceFieldKeys,
  serviceIds,
  type MailService,
  type S3Address,
  type ServiceField,
  type ServiceFieldKey,
  type ServiceId,
  type ServiceMail,
  type ServicePlugin,
  type ServiceValues,
  type SignInService,
  type StorageService,
} from './service'

/** Services of the installation, in any order. */
const services: readonly ServicePlugin[] = [ses, mailersend, ...bucketServices, folder, ...signInServices]

/** Returns the declaration of a service. */
export function serviceOf(id: ServiceId): ServicePlugin {
  const found = services.find((service) => service.id === id)
  if (found === undefined) throw new Error(`No service ${id}`)
  return found
}

/** Services in the order of the app store. */
export const servicePlugins: readonly ServicePlugin[] = serviceIds.map(serviceOf)

/** True if a value has the form that its field asks for. */
export const isFieldValue = ({ pattern }: ServiceField, value: string): boolean => pattern?.test(value) ?? true
