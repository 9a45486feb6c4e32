import type { jobOperations } from '@common/operations/jobs'
import type { AuditRules } from '@main/operations/module'

/** The action stays out, as it may name secrets. */
export const jobAudit: AuditRules<typeof jobOperations> = {
  jobSave: ({ input: { id }, output: { title } }) => ({
    operation: id === undefined ? 'JOB/CREATED' : 'JOB/UPDATED',
    details: { title },
  }),
  jobActivate: ({ output: { title, active } }) => ({
    operation: active ? 'JOB/CONTINUED' : 'JOB/PAUSED',
    details: { title },
  }),
  jobDelete: ({ output: { title } }) => ({ operation: 'JOB/DELETED', details: { title } }),
  jobRun: () => ({ operation: 'JOB/STARTED' }),
}
