import { AppError } from '@common/errors'
import type { CodeHostSettings, codeHostOperations } from '@common/operations/code-host'
import { createQueue } from '@common/util/queue'
import type { MetaStore } from '@main/db/meta'
import type { Outbound } from '@main/features/outbound'
import type { Secrets } from '@main/features/secrets'
import type { Clock } from '@main/lib/clock'
import { noteChange } from '@main/lib/note-change'
import type { FeatureModule } from '@main/operations/module'
import { publishTemplate } from './publish'
import { checkedHost, createCodeHostStore, type CodeHost } from './settings'

const publishingAtOnce = 2
const publishingWaiting = 10

/** Publishes templates in a repository (S2 §6, §7). */
export function createCodeHost(options: {
  readonly store: MetaStore
  /** Encrypts the token. */
  readonly secrets: Pick<Secrets, 'box'>
  readonly outbound: Outbound
  readonly clock: Clock
  /** Limit of each request, in milliseconds, for tests. */
  readonly timeoutMs?: number | undefined
}): FeatureModule<typeof codeHostOperations> {
  const { store, secrets, clock } = options
  const settings = createCodeHostStore(store, secrets.box('nc_connection_secret', 'code host'), clock)
  const publishing = createQueue({ concurrency: publishingAtOnce, maxWaiting: publishingWaiting })
  return {
    handlers: {
      codeHostRead: async () => shownOf(await settings.read()),

      codeHostSave: async (context, { token, ...given }) => {
        const before = await settings.read()
        const host = checkedHost(given.host)
        // A token goes to its host only, so another host needs a new one.
        const known = host === before.host ? before.token : undefined
        const after: CodeHost = { ...given, host, token: token === undefined ? known : token || undefined }
        await settings.save(after)
        noteChange(context, shownOf(before), shownOf(after))
        return shownOf(after)
      },

      codeHostPublish: async (context, { template, url }) => {
        if (template.title.trim() === '') throw new AppError('INPUT_INVALID')
        const host = await settings.read()
        return publishing.run(() => publishTemplate(host, template, url, options, context.signal))
      },
    },
    audit: {
      codeHostSave: () => ({ operation: 'INSTALLATION/CODE_HOST' }),
      codeHostPublish: ({ output: { path } }) => ({
        operation: 'INSTALLATION/TEMPLATE_PUBLISHED',
        details: { title: path },
      }),
    },
  }
}

const shownOf = ({ token, ...host }: CodeHost): CodeHostSettings => ({ ...host, hasToken: token !== undefined })
