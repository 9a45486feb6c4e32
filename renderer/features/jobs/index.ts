export { CronButton } from './CronButton'
