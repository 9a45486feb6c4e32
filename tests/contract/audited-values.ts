import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { TestServer } from '@tests/helpers/server'

/*
 * Every command that changes or deletes something says in the audit what it was before and after. The other commands are
 * listed here with the reason.
 */

/** Commands that make something new. Their lines say what. */
const creating: readonly string[] = [
  'authSignUp',
  'roleCreate',
  'environmentCreate',
  'invitationAccept',
  'adminInvite',
  'adminResendInvite',
  'invitationCreate',
  'invitationResend',
  'passwordResetLinkCreate',
  'authenticatorConfirm',
  'passkeyAdd',
  'xcApiTokenCreate',
  'projectCreateByWebWithXCDB',
  'projectCreateSample',
  'projectCreateFromFile',
  'projectCreateFromConnection',
  'projectCreateByWeb',
  'tableCreate',
  'tableDuplicate',
  'columnDuplicate',
  'rowOrderCreate',
  'linkCreate',
  'relationCreate',
  'xcVirtualRelationCreate',
  'xcM2MRelationCreate',
  'virtualColumnCreate',
  'indexCreate',
  'checkCreate',
  'triggerCreate',
  'functionCreate',
  'procedureCreate',
  'viewCreate',
  'xcVirtualTableCreate',
  'viewDuplicate',
  'importUpload',
  'importStart',
  'xcAttachmentUpload',
  // A line of a script, with its own values.
  'xcAuditCreate',
  'xcAuditCommentInsert',
  'shareCreate',
  'shareBaseCreate',
  'createSharedViewLink',
  'createSharedBaseLink',
  'pocketShareStart',
  'trashRestore',
  'mailTest',
  'pluginTest',
  'serviceTest',
  // Adds a file to a repository.
  'codeHostPublish',
  'templateCreate',
  'templateServiceCreate',
  'templateServiceLink',
  'xcModelsCreateFromTemplate',
  'projectTemplateSave',
  'templateLinkCreate',
  'xcPluginTest',
  'apiRequestImport',
  // Changes of the request have lines of their own.
  'handleApiCall',
  'apiPerformanceTest',
  'handleAxiosCall',
  // Calls other servers.
  'grpcCallStart',
  'grpcMessageSend',
  'grpcCallEnd',
  'jobRun',
  'passwordForgot',
]

/** Commands without values that belong in the audit. */
const withoutValues: readonly string[] = [
  // Their lines name the migrations, whose files say what changes.
  'migrationStart',
  'migrationApply',
  'migrationRollBack',
  'migrationMark',
  'migrationRecord',
  'schemaScriptApply',
  // Start and end sessions.
  'authSignIn',
  'authSignOut',
  'authRefreshToken',
  'authSecondFactor',
  'passkeySignIn',
  'providerEnter',
  'providerLink',
  'sessionEnd',
  'sessionEndOthers',
  'sessionEndAll',
  'userSessionsEnd',
  // Change secrets, which the audit never holds.
  'passwordChange',
  'passwordReset',
  'recoveryCodesRenew',
  'shareReplace',
  'secretStorageMove',
  'secretStorageRenew',
  // Deletes files that are made again.
  'cacheClear',
  // The secret itself doesn't belong there.
  'templateTokenRotate',
  'templateRunCancel',
  // Replaces a template as a whole; the line names it.
  'templateServiceUpdate',
  // Name the place.
  'fileMoveStart',
  'fileMoveCancel',
  // First steps, which change nothing yet.
  'authenticatorStart',
  'passkeyStart',
  'passkeySignInStart',
  'linkedAccountStart',
  'emailValidationSend',
  // Start and stop a project.
  'projectStart',
  'projectStop',
  'projectRestart',
  'projectAPIServerStart',
  'projectAPIServerStop',
  // Names the message.
  'projectAPIServerSendNotification',
  // Only their own user sees them.
  'recordFollow',
  'noticesRead',
  'noticesClear',
  'formMailSet',
  'viewPersonalSave',
  'viewPersonalClear',
  // The changes of rows are in the history, with their values.
  'rowsApply',
  'rowsWriteBack',
  'historyRestore',
  'changeUndo',
  'changeRedo',
  'formSubmit',
  'shareSubmit',
  'sharedViewInsert',
  // Drop a file before its import.
  'importCancel',
  'importDiscard',
  // SQLite has no functions and procedures.
  'xcFunctionModelsEnable',
  'xcProcedureModelsEnable',
  // Name the file or the snapshot.
  'snapshotTake',
  'snapshotCancel',
  'snapshotRestore',
  'snapshotRestoreTables',
  'snapshotRestoreRecords',
  'snapshotDelete',
  'projectImport',
  'metadataImport',
  'xcMetaTablesImportZipToLocalFsAndDb',
  'xcMetaTablesImportLocalFsToDb',
  'xcMetaTablesReset',
  // SQL of users: its line holds the text.
  'executeRawQuery',
  // Another program changed the database.
  'xcMetaDiffSync',
  'schemaReload',
]

const exempt: ReadonlySet<string> = new Set([...creating, ...withoutValues])

/** True for commands whose line in the audit holds values before and after. */
export const leavesValues = (name: string): boolean => !exempt.has(name)
export const exemptFromValues = (): readonly string[] => [...exempt]

/** Returns a reader of the lines that the audit has got since. */
export async function watchAudit(server: TestServer, token: string): Promise<() => Promise<AuditedLine[]>> {
  const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
  const read = async (sql: string, ...params: readonly unknown[]): Promise<readonly Row[]> => {
    // The list contains everything that has happened before it.
    await server.operate('auditInstallationList', { limit: 1 }, { token })
    return file.prepare<unknown[], Row>(sql).all(...params)
  }
  const [last] = await read('SELECT max(id) AS id, NULL AS details, NULL AS operation FROM nc_audit')
  return async () => {
    const rows = await read('SELECT id, operation, details FROM nc_audit WHERE id > ? ORDER BY id', last?.id ?? '')
    file.close()
    return rows.map(({ operation, details }) => ({ operation, values: valuesIn(details) }))
  }
}

interface Row {
  readonly id: string | null
  readonly operation: string
  readonly details: string | null
}

export interface AuditedLine {
  readonly operation: string
  /** Values before and after, as JSON. */
  readonly values: readonly { readonly before: string; readonly after: string }[]
}

interface Details {
  /** Permissions of a role. */
  readonly given?: unknown
  readonly taken?: unknown
  readonly before?: unknown
  readonly after?: unknown
  readonly values?: readonly { readonly before: unknown; readonly after: unknown }[]
}

function valuesIn(details: string | null): AuditedLine['values'] {
  const found = JSON.parse(details ?? '{}') as Details
  const { before: was, after: is, given, taken, values = [] } = found
  if (Array.isArray(found)) return []
  const own = was === undefined ? [] : [{ before: was, after: is }]
  const permissions = given === undefined && taken === undefined ? [] : [{ before: taken, after: given }]
  return [...own, ...permissions, ...values].map(({ before, after }) => ({
    before: JSON.stringify(before ?? null),
    after: JSON.stringify(after ?? null),
  }))
}
