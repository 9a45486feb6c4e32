export { sayDone } from './act'
export { undoCommands } from './commands'
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
