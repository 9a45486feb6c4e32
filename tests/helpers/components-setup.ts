import { configure } from '@testing-library/react'

// What is waited for comes at once on a quiet machine: others take the time that they need.
configure({ asyncUtilTimeout: 15_000 })
