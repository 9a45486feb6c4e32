import { createActions } from '@main/features/actions'
import { createJobs } from '@main/features/jobs'
import { createCallChanges } from '@main/operations/call-change'
import type { Invoker } from '@main/operations/invoke'
import type { Accounts } from './accounts'
import type { createDataParts } from './data'
import type { ApplicationOptions, Report } from './options'
import type { Projects } from './projects'

/** Creates scheduled jobs with their actions. They call operations through the pipeline, like any other caller. */
export function createJobParts(
  options: ApplicationOptions,
  accounts: Accounts,
  { followers }: Projects,
  { dataApi, imports, live }: Awaited<ReturnType<typeof createDataParts>>,
  report: Report,
  later: { readonly invoker: () => Invoker },
) {
  const { store, clock, schedule, ids, profile, closeWith } = options
  const actions = createActions({
    clock,
    outbound: accounts.outbound,
    mailer: accounts.mail.mailer,
    // The pipeline checks input and output against the declaration.
    call: async (name, input, context) => (await later.invoker().invoke(name, input, context, 'operations')) as never,
    receiveFile: imports.receivers.importUpload.receive,
    importOver: imports.over,
    profileFolder: profile.folder,
    exportRows: async (context, table, format) => {
      const { projectId } = context
      const query = new URLSearchParams({ format })
      const request = {
        method: 'GET',
        projectId,
        segments: [encodeURIComponent(table)],
        query,
        body: undefined,
        context,
      }
      const { stream, body } = await dataApi.handle(request)
      return stream ?? oneChunk(body)
    },
  })
  const jobs = createJobs({
    store,
    clock,
    schedule,
    ids,
    secrets: accounts.secrets,
    actions,
    personNow: accounts.auth.access.personNow,
    newChange: createCallChanges(clock, ids),
    alert: followers.alert,
    changed: (projectId) => live.changed(projectId, ['jobs']),
    times: options.jobTimes,
    report,
  })
  closeWith(jobs.close)
  return { jobs }
}

async function* oneChunk(body: Uint8Array | string): AsyncGenerator<Uint8Array> {
  yield typeof body === 'string' ? Buffer.from(body) : body
}
