/** Where the interface and its calls are (S1 §7). */
export const dashboardPath = '/dashboard'
