import { configure } from '@testing-library/react'

// Awaited changes come immediately on an idle machine; slow machines need this time.
configure({ asyncUtilTimeout: 15_000 })
