import { gridView } from '@common/views'
import { beforeEach, expect, it, vi } from 'vitest'
