import { Navigate } from 'react-router-dom'

/** `/user/settings` opens the first page. */
export function SettingsIndex() {
  return <Navigate to="/user/settings/profile" replace />
}
