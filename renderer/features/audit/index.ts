export { actorIcon, actorName, actorOf } from './actor-words'
export { differencesOf, rowsOf, typeWords, viewOf, whatWords } from './audit-words'
export { useAuditNames, type AuditNames } from './record-names'
