import { useEffect, useState } from 'react'

/** Now, to the minute: so that "2 minutes ago" stays true while the page stands open. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
