/** What the embedded database does where there is little memory. */
import { expect, it } from 'vitest'
import { isSmall, memoryWarning } from '#server/platform/database/embedded/memory-need.ts'

const megabytes = (count: number) => count * 1_024 ** 2

it('compiles once where there is little memory, and says where there is too little', () => {
  expect([512, 1_024, 2_048].map((count) => isSmall(megabytes(count)))).toEqual([true, true, false])
  expect([512, 4_096].map((count) => memoryWarning(megabytes(count)))).toEqual([null, null])
  expect(memoryWarning(megabytes(300))).toBe(
    'This process may use 300 MB of memory, but the embedded database needs 512 MB. The system may end the process without a message. Raise the limit.',
  )
})
