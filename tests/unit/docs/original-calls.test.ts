import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@common/operations'
import { createLegacyCalls } from '@main/http/legacy'
import { describe, expect, it } from 'vitest'

const known = { ...operations, ...createLegacyCalls({} as never) }

/** Operations of the original that scripts call. */
const original = `
  ncProjectInfo xcRelease testConnection executeRawQuery handleApiCall handleAxiosCall getKnexDataTypes
  tableCreateStatement tableSelectStatement tableInsertStatement tableUpdateStatement tableDeleteStatement
  list insert update delete xcDebugGet xcDebugSet xcProjectGetConfig
  xcModelsList xcTableModelsList xcViewModelsList xcFunctionModelsList xcProcedureModelsList
  xcTableModelsEnable xcViewModelsEnable xcRoutesPolicyGet xcRoutesPolicyAllGet xcMetaDiff xcMetaDiffSync
  projectHasDb projectChangeEnv importFresh writeFile projectGenerateBackend projectAPIServerStart projectAPIServerStop
  projectCreateByWebWithXCDB projectCreateByWeb projectUpdateByWeb projectList PROJECT_READ_BY_WEB
  projectStart projectStop projectRestart projectDelete
  xcMetaTablesReset xcMetaTablesExportDbToLocalFs xcMetaTablesExportDbToZip xcMetaTablesImportZipToLocalFsAndDb
  xcModelsCreateFromTemplate
  tableCreate tableUpdate tableDelete tableRename ncTableAliasRename tableList xcTableAndViewList viewList
  functionList procedureList sequenceList columnList tableXcModelGet xcModelSet xcModelOrderSet
  relationList relationListAll xcRelationList xcRelationsGet indexCreate indexDelete indexList triggerList
  viewCreate viewRead viewUpdate viewDelete
  functionCreate functionRead functionUpdate functionDelete procedureCreate procedureRead procedureUpdate
  procedureDelete sequenceCreate sequenceUpdate sequenceDelete triggerCreate triggerRead triggerUpdate triggerDelete
  relationCreate xcVirtualRelationCreate xcM2MRelationCreate relationDelete xcVirtualRelationDelete
  xcRelationColumnDelete xcUpdateVirtualKeyAlias
  xcVirtualTableCreate xcVirtualTableList xcVirtualTableUpdate xcVirtualTableRename xcModelViewOrderSet
  xcVirtualTableDelete xcExportAsCsv
  createSharedViewLink listSharedViewLinks updateSharedViewLinkPassword deleteSharedViewLink sharedViewGet
  getSharedViewData sharedViewExportAsCsv sharedViewInsert sharedViewNestedDataGet sharedViewNestedChildDataGet
  displaySharedViewLink createSharedBaseLink getSharedBaseLink disableSharedBaseLink sharedBaseGet
  rolesGet xcAclGet xcAclSave xcAclAggregatedGet xcAclAggregatedSave
  xcVisibilityMetaGet xcVisibilityMetaSet xcVisibilityMetaSetAll
  tableXcHooksSet tableXcHooksList tableXcHooksGet tableXcHooksDelete xcAuthHookGet xcAuthHookSet
  xcCronList xcCronSave cronDelete xcPluginList xcPluginRead xcPluginSet xcPluginTest
  xcApiTokenCreate xcApiTokenList xcApiTokenUpdate xcApiTokenDelete
  xcAuditList xcAuditCreate xcAuditCommentInsert xcModelRowAuditAndCommentList xcAuditModelCommentsCount
  xcAttachmentUpload`
  .trim()
  .split(/\s+/)

describe('the list of calls that the original has and Basalt does not', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/data-api.md'), 'utf8')
  const section = page.split(/^### Calls that Basalt doesn't have$/m)[1]?.split(/^## /m)[0] ?? ''
  const calls = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1] ?? '')
  const listed = calls.flatMap((cell) => [...cell.matchAll(/`([A-Za-z]\w+)`/g)].map(([, name = '']) => name))

  it('names each of them once', () => {
    expect(listed).toEqual([...new Set(listed)])
    expect(original.filter((name) => !Object.hasOwn(known, name) && !listed.includes(name))).toEqual([])
  })

  it('names none that Basalt has', () => {
    expect(listed.filter((name) => Object.hasOwn(known, name))).toEqual([])
    expect(listed.filter((name) => !original.includes(name))).toEqual([])
  })
})
