export { TerminalSlot } from './TerminalSlot'
