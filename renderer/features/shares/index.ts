export { SharePopover } from './SharePopover'
