import { insertOrIgnore, insertOrUpdate, metaTables, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { isSameSecret } from '@main/lib/same-secret'
import type { SecretBox } from '@main/lib/secret-box'

const { store: values } = metaTables
const name = 'nc_template_token'
const tokenBytes = 20

/** The secret with which scripts and editors change the gallery. */
export interface EditToken {
  /** Creates it at first use. */
  readonly read: () => Promise<string>
  readonly rotate: () => Promise<string>
  readonly isRight: (token: string) => Promise<boolean>
}

/** @param box  encrypts it */
export function createEditToken(store: MetaStore, box: SecretBox, clock: Clock, ids: Ids): EditToken {
  const row = (token: string) => ({ name, value: box.seal(token, name), updated_at: clock.now().toISOString() })
  const stored = async (): Promise<string | undefined> => {
    const found = await store.find(values, { name })
    return found && box.open(found.value, name)
  }

  const rotate = async (): Promise<string> => {
    const token = ids.hex(tokenBytes)
    await store.transact([insertOrUpdate(values, ['name'], row(token))])
    return token
  }

  return {
    read: async () => {
      const token = await stored()
      if (token !== undefined) return token
      // Another server of this store may create it at the same time.
      await store.transact([insertOrIgnore(values, ['name'], row(ids.hex(tokenBytes)))])
      // A value that can't be read was sealed with a key that is lost.
      return (await stored()) ?? rotate()
    },
    rotate,
    isRight: async (token) => {
      const right = await stored()
      return right !== undefined && isSameSecret(token, right)
    },
  }
}
