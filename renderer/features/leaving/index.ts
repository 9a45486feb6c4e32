export { LeaveProjectDialog } from './LeaveProjectDialog'
