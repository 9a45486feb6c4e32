import { AppError } from '@common/errors'
import { keyOfStored, valueJson } from '@main/dataapi'
import { createActions, type CallOperation, type CallRest } from '@main/features/actions'
import { createAutomations } from '@main/features/automations'
import { createJobs } from '@main/features/jobs'
import { createScriptRuns } from '@main/features/script-runs'
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
  { followers, environments, getTable, projects, tables }: Projects,
  { dataApi, imports, live, snapshots, ports, sql }: Awaited<ReturnType<typeof createDataParts>>,
  report: Report,
  later: { readonly invoker: () => Invoker },
) {
  const { store, clock, schedule, ids, profile, closeWith } = options
  // The pipeline checks input and output against the declaration.
  const call: CallOperation = async (name, input, context) =>
    (await later.invoker().invoke(name, input, context, 'operations')) as never
  const variables = (projectId: string) => environments.values(projectId, { secrets: true })
  const rest: CallRest = async (context, { method, segments, query = {}, body }) => {
    const { projectId } = context
    const asked = { method, projectId, segments, query: new URLSearchParams(query), body, context }
    return JSON.parse(Buffer.from((await dataApi.handle(asked)).body).toString()) as unknown
  }
  const actions = createActions({
    clock,
    outbound: accounts.outbound,
    trailHeaders: accounts.trailHeaders,
    mailer: accounts.mail.mailer,
    plugins: accounts.plugins,
    snapshots,
    runScript: createScriptRuns(options.scriptWorkerUrl),
    rest,
    writeSql: sql.runToEnd,
    call,
    receiveFile: imports.receivers.importUpload.receive,
    importOver: imports.over,
    profileFolder: profile.folder,
    storages: accounts.services.storages,
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
    variables,
    personNow: accounts.auth.access.personNow,
    newChange: createCallChanges(clock, ids),
    alert: followers.alert,
    changed: (projectId) => live.changed(projectId, ['jobs']),
    times: options.workTimes.jobs,
    report,
  })
  closeWith(jobs.close)
  const automations = createAutomations({
    store,
    clock,
    schedule,
    ids,
    secrets: accounts.secrets,
    actions,
    call,
    variables,
    table: getTable,
    outbox: ports.outbox,
    database: projects.databases.get,
    lookups: tables.catalog.as,
    keyOf: keyOfStored,
    readRow: async (context, table, rowId) => {
      const request = { method: 'GET', segments: [encodeURIComponent(table), rowId] }
      const row = (await rest(context, request)) as Record<string, unknown>
      if (Object.keys(row).length === 0) throw new AppError('ROW_NOT_FOUND', { table, key: rowId.slice(0, 100) })
      return row
    },
    json: (value) => JSON.parse(valueJson(value)) as unknown,
    personNow: accounts.auth.access.personNow,
    newChange: createCallChanges(clock, ids),
    alert: followers.alert,
    changed: (projectId) => live.changed(projectId, ['jobs']),
    times: options.workTimes.automations,
    report,
  })
  closeWith(automations.close)
  return {
    modules: { jobs, automations },
    receiveHook: automations.receiveHook,
    start: () => {
      jobs.start()
      automations.start()
    },
  }
}

async function* oneChunk(body: Uint8Array | string): AsyncGenerator<Uint8Array> {
  yield typeof body === 'string' ? Buffer.from(body) : body
}
