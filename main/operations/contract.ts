export type {
  InputOf as OperationInput,
  OutputOf as OperationOutput,
  Operation,
  Operations,
} from '@common/operations/define'
