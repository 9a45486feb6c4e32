export { InvitePeople } from './InvitePeople'
