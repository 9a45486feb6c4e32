export { SharePopover } from './SharePopover'
export { openShare } from './wanted-share'
