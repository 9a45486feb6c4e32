export { classify, tableOfSelect, type SqlNature } from './classify'
export {
  bindParameters,
  parameterNames,
  parametersOf,
  testedPlace,
  type BoundStatement,
  type SqlParameterUse,
} from './parameters'
export { positionAt } from './position'
export { splitScript, statementAt, type SqlStatement } from './split'
export { codeTokens } from './tokens'
