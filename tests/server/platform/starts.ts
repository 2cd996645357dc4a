/** What the tests of starting and ending share. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'

import { folderForThrowawayData } from '../../kit/postgres-cluster.ts'

const folders: string[] = []
export const newFolder = () => {
  const folder = mkdtempSync(join(folderForThrowawayData(), 'datacrane-boot-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export const signIn = (port: number, password: string, email = 'admin@demo.test') =>
  fetch(`http://127.0.0.1:${port}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
