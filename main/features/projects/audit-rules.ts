import type { projectOperations } from '@common/operations/projects'
import type { AuditFacts, AuditRules } from '@main/operations/module'

export const projectAudit: AuditRules<typeof projectOperations> = {
  projectCreate: ({ output }) => created(output),
  projectCreateSample: ({ output }) => created(output),
  projectCreateFromFile: ({ output }) => created(output),
  projectCreateFromConnection: ({ output }) => created(output),
  projectCreateByWeb: ({ output }) => created(output),
  // The handler adds the values before and after, without secrets.
  projectConnectionUpdate: () => ({ operation: 'PROJECT/CONNECTION_CHANGED' }),
  projectStart: () => ({ operation: 'PROJECT/STARTED' }),
  projectAPIServerStart: () => ({ operation: 'PROJECT/STARTED' }),
  projectStop: () => ({ operation: 'PROJECT/STOPPED' }),
  projectAPIServerStop: () => ({ operation: 'PROJECT/STOPPED' }),
  projectRestart: () => ({ operation: 'PROJECT/RESTARTED' }),
  projectRename: () => ({ operation: 'PROJECT/RENAMED' }),
  projectProductionSet: ({ output }) => ({
    operation: output.production ? 'PROJECT/PRODUCTION_ON' : 'PROJECT/PRODUCTION_OFF',
  }),
  projectDelete: ({ output }) => ({ operation: 'PROJECT/DELETED', details: { keptAt: output.keptAt } }),
}

const created = ({ id, title }: { readonly id: string; readonly title: string }): AuditFacts => ({
  operation: 'PROJECT/CREATED',
  projectId: id,
  details: { title },
})
