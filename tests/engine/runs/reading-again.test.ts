/** What a failed run says of the next one, when its source is read again from the beginning. */
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'
import type { Script } from '../kit/source-sim.ts'

const failingAt =
  (offset: number): Script =>
  ({ url }, response) =>
    Number(url.searchParams.get('offset')) >= offset && !!response.writeHead(401).end('{}')
const withKeys =
  (keys: 'record' | 'run') =>
  (config: ConnectorConfig): ConnectorConfig => ({ ...config, destination: { ...config.destination, keys } })

describeOnEachDatabase('a run that failed in the middle of its source', (open) => {
  it.each([
    ['run', 'under new keys, so the destination cannot tell that it had them before.'],
    ['record', 'what did not change under the same keys: a destination that honours keys takes it once.'],
  ] as const)('says that what was delivered is sent again, with keys of the %s', async (keys, said) => {
    const { database } = await open()
    const scene = await play(database, { script: failingAt(200), change: withKeys(keys) })
    const { status, recordsDelivered, statusNext } = await scene.over()
    expect([status, recordsDelivered]).toEqual(['failed', 200])
    expect(statusNext).toContain('The next run reads the source from where this run began: the 200 records that were delivered')
    expect(statusNext).toContain(said)
  })

  it('says nothing of it when nothing was delivered', async () => {
    const { database } = await open()
    const scene = await play(database, { script: failingAt(0), change: withKeys('run') })
    expect(await scene.over()).toMatchObject({ status: 'failed', recordsDelivered: 0, statusNext: 'Nothing: it has ended.' })
  })
})
