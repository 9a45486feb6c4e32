import { createDataApi, type DataApi } from '@main/dataapi'
import { secretOnce } from '@main/db/meta'
import { createAccessFeature } from '@main/features/access'
import { authorize, type Access } from '@main/features/auth'
import { createAutomationOutbox } from '@main/features/automations'
import { createCopies } from '@main/features/copies'
import { createFormMails, createFormResponses, createForms } from '@main/features/forms'
import { createImports } from '@main/features/imports'
import { createLive, createServerChannel, type Live } from '@main/features/live'
import { createOnce } from '@main/features/rows'
import { createScripts } from '@main/features/scripts'
import { createShares } from '@main/features/shares'
import { createSnapshots } from '@main/features/snapshots'
import { createSql, type Sql } from '@main/features/sql'
import { addOptions } from '@main/features/tables'
import { createTrash } from '@main/features/trash'
import { translateOriginal } from '@main/http/legacy'
import type { Accounts } from './accounts'
import type { ApplicationOptions, Report } from './options'
import type { Projects } from './projects'

/** Creates the features that read and write rows: the data engine, and shares, forms, imports and the trash on top. */
export async function createDataParts(
  options: ApplicationOptions,
  accounts: Accounts,
  parts: Projects,
  report: Report,
) {
  const { profile, store, clock, ids, closeWith } = options
  const { installation, audit, mail, projectAccesses, auth } = accounts
  const { linkTo } = installation
  const { attachments, projects, tables, getTable, findTable, seesAll, views } = parts
  const { catalog } = tables
  const shares = await createShares({
    store,
    clock,
    schedule: options.schedule,
    ids,
    hashing: options.auth.hashing,
    throttle: auth.throttle,
    views,
    table: findTable,
    seesAll,
    lookups: catalog.as,
    project: projects.service.get,
    accesses: projectAccesses,
    linkTo,
    address: installation.address,
    submit: (context, sent) => forms.submit(context, sent),
    receiveAnswer: attachments.receiveAnswer,
    choices: (...asked) => dataApi.linkChoices(...asked),
    personNow: auth.access.personNow,
    listen: options.listenPocket,
    addresses: options.networkAddresses,
    endedByItself: audit.pocketEnded,
    report,
  })
  closeWith(shares.pocket.close)
  const access: Access = {
    ...accounts.access,
    principal: (credentials) => {
      const { share } = credentials
      return share === undefined ? accounts.access.principal(credentials) : shares.principal({ ...credentials, share })
    },
  }
  const ports = {
    cursorKey: await secretOnce(store, 'nc_cursor_secret', clock.now().toISOString()),
    database: projects.databases.get,
    tables: catalog.as,
    metadataNow: catalog.metadataNow,
    project: projects.service.get,
    once: createOnce({ store, clock }),
    heldValues: audit.heldValues,
    authorize,
    outbox: createAutomationOutbox(store),
  }
  const dataApi = createDataApi(ports, { clock, report })
  const forms = createForms({
    clock,
    view: views.find,
    table: findTable,
    create: dataApi.createLinked,
    addOptions: (context, projectId, table, added) =>
      addOptions(tables, { principal: context.principal, projectId, userId: context.actor.userId }, table, added),
    made: audit.madeRows,
    responses: createFormResponses(store),
    mails: createFormMails({
      store,
      clock,
      mailer: mail.mailer,
      linkTo,
      personNow: auth.access.personNow,
      table: findTable,
      report,
    }),
    files: attachments.planned,
    once: ports.once,
    report,
  })
  const live = liveOf(options, parts, report)
  closeWith(live.close)
  const trash = createTrash({
    store,
    clock,
    schedule: options.schedule,
    recorder: parts.trashRecorder,
    schema: tables.trash,
    restoreRows: dataApi.restoreRows,
    writeBack: dataApi.writeBack,
    lookups: catalog.as,
    report,
  })
  closeWith(trash.close)
  const imports = await createImports({
    profileFolder: profile.folder,
    clock,
    ids,
    workerUrl: options.importWorkerUrl,
    limits: options.importLimits,
    database: projects.databases.get,
    table: getTable,
    tables: tables.imported,
    rows: dataApi.imports,
    personNow: auth.access.personNow,
    written: (context, written, file) => {
      live.imported(context, written)
      audit.imported(context, written, file)
    },
    report,
  })
  closeWith(imports.close)
  const copies = await createMetadataFiles(options, parts, dataApi, report)
  closeWith(copies.close)
  const snapshots = createSnapshots({
    store,
    clock,
    schedule: options.schedule,
    ids,
    profileFolder: profile.folder,
    storages: accounts.services.storages,
    copies: copies.service,
    report,
  })
  closeWith(snapshots.close)
  const scripts = createScripts({
    ...ports,
    table: getTable,
    clock,
    viewsOf: views.ofTable,
    csvPages: dataApi.csvPages,
  })
  const sql = createSqlEditor(options, parts, { live, dataApi }, report)
  closeWith(sql.close)
  const roles = createAccessFeature({
    store,
    accesses: projectAccesses,
    clock,
    ids,
    tables: catalog.as,
    views: views.service.listAll,
    routines: async (projectId, kind) => {
      const database = await projects.databases.get(projectId)
      return database.dialect.objects.listRoutines(database, kind)
    },
    personNow: auth.access.personNow,
    tokenNow: accounts.apiTokens.access.principalNow,
  })
  return { shares, access, ports, dataApi, forms, live, trash, imports, copies, snapshots, sql, roles, scripts }
}

function liveOf(options: ApplicationOptions, { projects, tables: { catalog } }: Projects, report: Report): Live {
  return createLive({
    clock: options.clock,
    channel: createServerChannel({ ...options, report }),
    lag: options.liveLag,
    authorize,
    database: projects.databases.get,
    table: (principal, projectId, name) => catalog.as(principal).named(projectId, name),
  })
}

function createSqlEditor(
  { store, clock, ids, schedule, profile, openFile }: ApplicationOptions,
  { projects, tables: { catalog } }: Projects,
  { live, dataApi }: { readonly live: Live; readonly dataApi: DataApi },
  report: Report,
): Sql {
  return createSql({
    store,
    clock,
    ids,
    schedule,
    profileFolder: profile.folder,
    database: projects.databases.get,
    openFile: (filename) => openFile(filename, { inPlace: false, create: true }),
    changes: dataApi.changes,
    tableNamed: (principal, projectId, name) => catalog.as(principal).named(projectId, name),
    authorize,
    changed: live.changed,
    reload: (principal, projectId) => catalog.as(principal).reload(projectId),
    workbook: dataApi.resultWorkbook,
    report,
  })
}

/** Creates the import and export of metadata. */
function createMetadataFiles(
  { store, clock, ids, profile }: ApplicationOptions,
  { projects, tables }: Projects,
  dataApi: DataApi,
  report: Report,
): ReturnType<typeof createCopies> {
  return createCopies({
    store,
    clock,
    ids,
    profileFolder: profile.folder,
    database: projects.databases.get,
    project: projects.service.get,
    createProject: projects.service.create,
    tables: tables.copies,
    stage: dataApi.imports.stageNew,
    translate: translateOriginal,
    report,
  })
}
