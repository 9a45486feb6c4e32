import { afterEach } from 'vitest'
import { storePictures } from './open-pages'

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await storePictures(`${task.file.name.replace(/^.*\//, '')} ${task.name}`)
})
