import { renamed } from './renamed'

/** Our own calls about computed columns, under their old keys. */
export const virtualColumnCalls = {
  virtualColumnCreate: renamed('virtualColumnCreate', { tn: 'table' }),
  virtualColumnUpdate: renamed('virtualColumnUpdate', { tn: 'table' }),
  virtualColumnDelete: renamed('virtualColumnDelete', { tn: 'table' }),
  formulaCheck: renamed('formulaCheck', { tn: 'table' }),
  formulaPreview: renamed('formulaPreview', { tn: 'table' }),
}
