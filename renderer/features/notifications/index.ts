export { NotificationMenu } from './NotificationMenu'
