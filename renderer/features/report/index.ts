export { ReportPlace } from './ReportPlace'
