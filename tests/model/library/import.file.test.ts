/** What happens to a chosen file before the server sees it. */
import { expect, it } from 'vitest'

import { checkFile, readText } from '#src/services/library/take-away.service.ts'

const nobody = { bearer: () => null, renew: () => Promise.reject(new Error('nobody is here')) }
const { signal } = new AbortController()

it('reads a file of the largest size, and not one byte more', async () => {
  const text = () => Promise.resolve('{}')
  await expect(readText({ size: 1_000_000, text })).resolves.toBe('{}')
  await expect(readText({ size: 1_000_001, text })).rejects.toMatchObject({ problem: { code: 'request/too-large' } })
})

it('says so when the browser cannot read it', async () => {
  const text = () => Promise.reject(new Error('NotReadableError'))
  await expect(readText({ size: 2, text })).rejects.toMatchObject({ problem: { code: 'take-away/unreadable' } })
})

it.each([
  ['{\n  "a": 1,\n  oops\n}', 'This file is not JSON. Check line 3, at character 3.'],
  ['nonsense', 'This file is not JSON'],
  ['{"a": ', 'This file is not JSON'],
])('asks nobody about %j, and says where it breaks', async (text, words) => {
  await expect(checkFile(nobody, { text }, signal)).rejects.toMatchObject({
    problem: { code: 'take-away/not-json', message: expect.stringContaining(words) },
  })
})
