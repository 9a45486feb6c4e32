export { sayDone } from './act'
export { changeStep, recordChange, recorded, shortRecordName } from './change-step'
export { undoCommands } from './commands'
export { rowsWritten, type WrittenRows } from './rows-written'
export { SessionHistory } from './SessionHistory'
export { UndoQuestion } from './UndoQuestion'
export {
  UndoConflict,
  UndoImpossible,
  undoLog,
  useHistory,
  type FinalStep,
  type StepWords,
  type UndoEntry,
  type UndoHistory,
  type UndoStep,
} from './undo-log'
