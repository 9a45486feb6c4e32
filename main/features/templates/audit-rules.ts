import type { templateOperations } from '@common/operations/templates'
import type { AuditRules } from '@main/operations/module'

export const templateAudit: AuditRules<typeof templateOperations> = {
  templateCreate: ({ input: { template }, output: { id } }) => ({
    operation: 'TEMPLATE/CREATED',
    details: { title: template.title, id },
  }),
  templateUpdate: ({ input: { template, id } }) => ({
    operation: 'TEMPLATE/UPDATED',
    details: { title: template.title, id },
  }),
  templateDelete: ({ input: { id } }) => ({ operation: 'TEMPLATE/DELETED', details: { id } }),
  templateLinkCreate: ({ input: { template } }) => ({
    operation: 'TEMPLATE/LINK_CREATED',
    details: { title: template.title },
  }),
  templateTablesCreate: ({ output: { tables, rows } }) => ({
    operation: 'TEMPLATE/USED',
    details: { tables: tables.map(({ title }) => title), rows },
  }),
  templateRunCancel: null,
  projectTemplateSave: ({ input: { title }, output: { id } }) => ({
    operation: 'TEMPLATE/SAVED',
    details: { title, id },
  }),
  templateTokenRotate: () => ({ operation: 'TEMPLATE/TOKEN_ROTATED' }),
}
