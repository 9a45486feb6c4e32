export { DashboardPage, ProjectDashboard } from './DashboardPage'
