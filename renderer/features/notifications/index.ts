export { lookAgain as lookForNotices } from './use-notices'
export { NotificationMenu } from './NotificationMenu'
