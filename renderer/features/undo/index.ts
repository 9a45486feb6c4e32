export {
  UndoConflict,
  UndoImpossible,
  undoLog,
  useHistory,
  type FinalStep,
  type UndoEntry,
  type UndoHistory,
  type UndoStep,
} from './undo-log'
