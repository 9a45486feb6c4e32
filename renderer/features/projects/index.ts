export { ProjectListPage } from './ProjectListPage'
export { NewProjectPage } from './NewProjectPage'
