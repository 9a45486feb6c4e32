import type { environmentOperations } from '@common/operations/environments'
import type { AuditRules } from '@main/operations/module'

/** Values of secrets stay out. */
export const environmentAudit: AuditRules<typeof environmentOperations> = {
  environmentCreate: ({ output: { name } }) => ({ operation: 'ENVIRONMENT/CREATED', details: { title: name } }),
  environmentRename: ({ output: { name } }) => ({ operation: 'ENVIRONMENT/RENAMED', details: { title: name } }),
  environmentDelete: ({ input: { environment } }) => ({
    operation: 'ENVIRONMENT/DELETED',
    details: { title: environment },
  }),
  environmentChange: ({ input: { environment } }) => ({
    operation: 'ENVIRONMENT/CHANGED',
    details: { title: environment },
  }),
  variableSave: ({ input: { environment, name } }) => ({
    operation: 'VARIABLE/SAVED',
    details: { title: name, environment },
  }),
  variableDelete: ({ input: { environment, name } }) => ({
    operation: 'VARIABLE/DELETED',
    details: { title: name, environment },
  }),
  environmentConnectionSave: ({ input: { environment } }) => ({
    operation: 'ENVIRONMENT/CONNECTION_CHANGED',
    details: { title: environment },
  }),
  environmentConnectionDelete: ({ input: { environment } }) => ({
    operation: 'ENVIRONMENT/CONNECTION_DELETED',
    details: { title: environment },
  }),
  environmentProductionSet: ({ input: { environment, production } }) => ({
    operation: production ? 'ENVIRONMENT/PRODUCTION_MARKED' : 'ENVIRONMENT/PRODUCTION_UNMARKED',
    details: { title: environment },
  }),
  environmentFileCreate: ({ input: { environment }, output: { file } }) => ({
    operation: 'ENVIRONMENT/FILE_CREATED',
    details: { title: environment, file },
  }),
  environmentFileDelete: ({ input: { environment } }) => ({
    operation: 'ENVIRONMENT/FILE_DELETED',
    details: { title: environment },
  }),
}
