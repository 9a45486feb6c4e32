export { ProjectListPage } from './ProjectListPage'
export { ConnectionPage } from './connection'
export { NewProjectPage } from './NewProjectPage'
