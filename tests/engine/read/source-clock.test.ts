/** The start of a run, as the clock of its source has it. */
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'
import type { Script } from '../kit/source-sim.ts'
import { ended } from '../kit/stage.ts'

const change = (config: ConnectorConfig): ConnectorConfig => {
  const { source } = config
  const incrementalConfig = { by: 'runStart', overlap: 0, initialValue: '2020-01-01T00:00:00Z' } as const
  const listConfig = source.listConfig && { ...source.listConfig, incrementalConfig }
  const queries = [{ key: 'since', value: '{{lastRunStartedAt}}' }]
  return { ...config, source: { ...source, queries, ...(listConfig ? { listConfig } : {}) } }
}

describeOnEachDatabase('the clock of a source', (open) => {
  it.each([
    [0, 0],
    [-120, 120],
    [120, 0],
  ])('by the start of the last run begins as the clock of the source has it: %i seconds off', async (off, earlier) => {
    const { database } = await open()
    const heard: string[] = []
    const script: Script = ({ url }, response) => {
      heard.push(url.searchParams.get('since') ?? '')
      response.setHeader('date', new Date(Date.now() + off * 1_000).toUTCString())
      return !!response.end('[{"id":1}]')
    }
    const scene = await play(database, { script, config: { paging: null }, change })
    const first = await scene.over()
    const { companyId, connectorId, userId } = scene.place
    const run = await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
    scene.engine.wake()
    await ended(database, scene.place, run)
    // The header has whole seconds, and the request is sent some time after the run has begun.
    const begun = Date.parse(first.startedAt ?? '') - Date.parse(heard[1] ?? '')
    expect(Math.abs(begun / 1_000 - earlier)).toBeLessThan(10)
    expect(first.statusReason.includes("The source's clock is 2 minutes behind")).toBe(earlier > 0)
  })
})
