import type { EnvironmentVariable } from '@common/operations/environments'
import type { SecretBox } from '@main/lib/secret-box'
import type { EnvironmentRepository } from './repository'

/** A variable of an environment with its value, for the server only. */
export interface HeldVariable {
  readonly name: string
  /** Undefined for a secret that can't be decrypted any more. */
  readonly value: string | undefined
  readonly isSecret: boolean
  readonly enabled: boolean
}

/** Place of a secret, which can't be decrypted for another variable. */
export const placeOfSecret = (environmentId: string, name: string): string => `${environmentId}/${name}`

/** Returns the variables of an environment with their values. */
export async function heldVariables(
  repository: Pick<EnvironmentRepository, 'variables' | 'secrets'>,
  box: SecretBox,
  environmentId: string,
): Promise<HeldVariable[]> {
  const [variables, secrets] = await Promise.all([
    repository.variables(environmentId),
    repository.secrets(environmentId),
  ])
  return variables.map(({ name, content, enabled }) => {
    const sealed = secrets.get(name)
    return {
      name,
      value: content ?? (sealed === undefined ? undefined : box.open(sealed, placeOfSecret(environmentId, name))),
      isSecret: content === null,
      enabled: enabled === 1,
    }
  })
}

/** Returns a variable without the value of a secret. */
export const shownVariable = ({ name, value, isSecret, enabled }: HeldVariable): EnvironmentVariable => ({
  name,
  value: isSecret ? null : (value ?? ''),
  isSecret,
  hasValue: value !== undefined,
  enabled,
})
