/** What the tests of starting and ending share. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'

import { folderForThrowawayData } from '../../kit/postgres-cluster.ts'
import { launch } from '../kit/launched.ts'

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

/** It ends with 1, one line on standard error, and nothing on standard output. */
export async function refused(environment: Record<string, string>): Promise<string> {
  const it = launch(environment)
  const code = await it.ended
  expect({ code, out: it.out() }).toEqual({ code: 1, out: '' })
  const lines = it.err().trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}
