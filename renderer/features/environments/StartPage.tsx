import { Navigate } from 'react-router-dom'

/** `/start`: a new environment without an admin begins with the first account (S1 §4). */
export function StartPage() {
  return <Navigate to="/user/authentication/signup" replace />
}
