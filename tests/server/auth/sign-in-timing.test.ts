/** Nobody learns from the time of an answer which addresses are known. It needs a machine that has nothing else to do. */
import { expect, it } from 'vitest'

import { createTestServer, describeOnEachKind, emailOf } from '../kit/test-server.ts'

describeOnEachKind('a sign-in that fails', (kind) => {
  const server = createTestServer({}, kind)

  it('takes as long for an unknown email as for a wrong password: 5 % at most between them', async () => {
    const timeOf = async (email: string) => {
      const begun = performance.now()
      await server.ask('POST', '/api/auth/sign-in', { body: { email, password: 'wrong' } })
      return performance.now() - begun
    }
    // The quick ones: what else the machine does makes tries longer and never shorter.
    const quick = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 3] ?? Number.NaN
    const apart: number[] = []
    // A busy machine makes single rounds differ; a difference of the work itself would be there in every round.
    while (apart.length < 8 && !apart.some((each) => each < 0.05)) {
      const times = { nobody: [] as number[], somebody: [] as number[] }
      for (let each = 0; each < 21; each += 1) {
        times.nobody.push(await timeOf('nobody@example.test'))
        times.somebody.push(await timeOf(emailOf('userA')))
      }
      apart.push(Math.abs(quick(times.nobody) / quick(times.somebody) - 1))
    }
    console.info(`unknown and known email, apart by: ${apart.map((each) => `${(each * 100).toFixed(1)} %`).join(', ')}`)
    expect(Math.min(...apart)).toBeLessThan(0.05)
  }, 120_000)
})
