export { InvitedLine } from './InvitedLine'
export { InvitePeople } from './InvitePeople'
export { linkHere } from './link-here'
